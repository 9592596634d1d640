import { useEffect, useEffectEvent, useState } from 'react';
import type { LeadState } from '../../booking/lead.ts';
import type { CountAnswer, LeadAnswer, LeadRow } from './api.ts';
import { counted } from './format.ts';
import { type Folder, useLeaveWarning } from './route.ts';
import { ask, failureOf, type Refused, retryDelay } from './server.ts';
import { texts } from './texts.ts';

const { actions } = texts;

/** What cannot be undone once it is done: it is sent when ten seconds are over. */
const finals = {
  erase: { waiting: actions.erasing, done: actions.erased },
  accept: { waiting: actions.accepting, done: actions.accepted },
};

type FinalAction = keyof typeof finals;

/** What can be done with a lead: to give it a state, or what is final. */
export type Action = LeadState | FinalAction;

const actionsOf: Record<Folder, readonly Action[]> = {
  new: ['contacted', 'closed', 'erase'],
  contacted: ['closed', 'new', 'erase'],
  closed: ['new', 'erase'],
  quarantined: ['accept', 'erase'],
  all: ['contacted', 'closed', 'erase'],
};

/** The actions that have a key. */
export const actionKeys: { readonly [key: string]: Action } = {
  c: 'contacted',
  e: 'closed',
  '#': 'erase',
};

interface PendingAction {
  action: FinalAction;
  leads: readonly LeadRow[];
}

interface LeadActionsProps {
  folder: Folder;
  /** Of each button. */
  className: string;
  onAct(action: Action): void;
}

/** What can be done with leads of a folder. */
export function LeadActions({ folder, className, onAct }: LeadActionsProps) {
  return actionsOf[folder].map((action) => (
    <button
      key={action}
      type="button"
      className={className}
      aria-keyshortcuts={Object.keys(actionKeys).find((key) => actionKeys[key] === action)}
      onClick={() => onAct(action)}
    >
      {actions[action]}
    </button>
  ));
}

/** In milliseconds. */
const undoFor = 10_000;

interface UndoProps extends PendingAction {
  onUndo(): void;
  onDue(): void;
}

/** Says what will happen, and is due ten seconds after it is first shown, unless it is undone, or gone. */
export function Undo({ action, leads, onUndo, onDue }: UndoProps) {
  const [isDue, setDue] = useState(false);
  useLeaveWarning(!isDue);
  const send = useEffectEvent(() => {
    setDue(true);
    onDue();
  });
  useEffect(() => {
    const timer = setTimeout(() => send(), undoFor);
    return () => clearTimeout(timer);
  }, []);
  if (isDue) return null;
  return (
    <p className="undo line">
      {counted(leads.length, finals[action].waiting)}
      <button type="button" className="quiet" aria-keyshortcuts="z" onClick={onUndo}>
        {actions.undo}
      </button>
    </p>
  );
}

/** As many leads as the server takes at once. */
const most = 1_000;

interface ActionsOptions {
  announce(text: string): void;
  onFault(text: string): void;
  refresh(): Promise<unknown>;
}

/** Does it, at once or when ten seconds are over, and says what became of it. */
export function useActions({ announce, onFault, refresh }: ActionsOptions) {
  const [pending, setPending] = useState<readonly PendingAction[]>([]);
  const end = (action: PendingAction) => setPending((all) => all.filter((one) => one !== action));

  async function mark(rows: readonly LeadRow[], state: LeadState): Promise<void> {
    const changes = rows.filter(({ folder }) => folder !== 'quarantined' && folder !== state);
    let conflicts = 0;
    let fault = '';
    onFault(fault);
    try {
      for (const { id, version } of changes)
        await ask(`leads/${id}`, { version, state }).catch((error: Refused) => {
          if (error.status !== 409) throw error;
          conflicts += 1;
        });
    } catch (error) {
      fault = failureOf(error as Refused);
    }
    await refresh();
    if (fault) return onFault(fault);
    const changed = counted(changes.length - conflicts, texts.list.shown);
    if (changes.length > conflicts) announce(`${changed}: ${texts.list[state]}`);
    if (conflicts > 0) onFault(counted(conflicts, actions.stays));
  }

  /** Gives whether the leads are gone from the list, if nobody undoes it. */
  function act(leads: readonly LeadRow[], action: Action): boolean {
    if (action !== 'erase' && action !== 'accept') {
      void mark(leads, action);
      return false;
    }
    setPending((all) => [{ action, leads }, ...all]);
    announce(counted(leads.length, finals[action].waiting));
    return true;
  }

  async function send(pending: PendingAction) {
    const { action, leads } = pending;
    let count = 0;
    let isRefused = false;
    try {
      for (let from = 0; from < leads.length; from += most) {
        const seen = leads.slice(from, from + most).map(({ id, version }) => ({ id, version }));
        const body = action === 'erase' ? { leads: seen } : { ids: seen.map(({ id }) => id) };
        count += (await ask<CountAnswer>(action, body)).count;
      }
    } catch {
      isRefused = true;
    }
    await refresh();
    end(pending);
    // What was refused may be done all the same: the answer alone was lost, or somebody else did it.
    if (count < leads.length) {
      count = 0;
      for (const { id } of leads) if (await isDone(action, id)) count += 1;
    }
    const rest = leads.length - count;
    const done = counted(count, finals[action].done);
    if (rest === 0) return announce(done);
    const stays = counted(rest, isRefused ? actions.left : actions.stays);
    onFault(count > 0 ? `${done}. ${stays}` : stays);
  }

  return { pending, act, send, end };
}

/** Whether it is done with this lead by now, by whomever; waits until the server answers. */
async function isDone(action: FinalAction, id: number): Promise<boolean> {
  try {
    const { lead } = await ask<LeadAnswer>(`leads/${id}`);
    return action === 'accept' && lead.folder !== 'quarantined';
  } catch (error) {
    const { status } = error as Refused;
    if (status !== 0 && status < 500) return action === 'erase' && status === 404;
  }
  await new Promise((resolve) => setTimeout(resolve, retryDelay));
  return isDone(action, id);
}
