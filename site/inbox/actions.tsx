import { useEffect, useEffectEvent, useState } from 'react';
import type { CountAnswer, LeadAnswer, LeadRow, LeadState } from './api.ts';
import { type Folder, useLeaveWarning } from './route.ts';
import { ask, failureOf, type Refused, retryDelay } from './server.ts';
import { counted, texts } from './texts.ts';

const { actions } = texts;

const states = {
  contacted: { text: actions.contacted, key: 'c' },
  closed: { text: actions.close, key: 'e' },
  new: { text: actions.reopen, key: undefined },
};

const nextOf: Record<Folder, readonly LeadState[]> = {
  new: ['contacted', 'closed'],
  contacted: ['closed', 'new'],
  closed: ['new'],
  quarantined: [],
  all: ['contacted', 'closed'],
};

/** What cannot be undone once it is done: it is sent when ten seconds are over. */
const finals = {
  erase: { waiting: actions.erasing, done: actions.erased, failed: actions.notErased },
  accept: { waiting: actions.accepting, done: actions.accepted, failed: actions.notAccepted },
};

export type FinalAction = keyof typeof finals;

export interface PendingAction {
  action: FinalAction;
  leads: readonly LeadRow[];
}

interface LeadActionsProps {
  folder: Folder;
  /** Of each button. */
  className: string;
  onMark(state: LeadState): void;
  onRemove(action: FinalAction): void;
}

/** What can be done with leads of a folder. */
export function LeadActions({ folder, className, onMark, onRemove }: LeadActionsProps) {
  const button = (text: string, key: string | undefined, act: () => void) => (
    <button key={text} type="button" className={className} aria-keyshortcuts={key} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      {nextOf[folder].map((state) =>
        button(states[state].text, states[state].key, () => onMark(state)),
      )}
      {folder === 'quarantined' && button(actions.accept, undefined, () => onRemove('accept'))}
      {button(actions.erase, '#', () => onRemove('erase'))}
    </>
  );
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
  refresh(): Promise<void>;
}

/** Does it, at once or when ten seconds are over, and says what became of it. */
export function useActions({ announce, onFault, refresh }: ActionsOptions) {
  const [pending, setPending] = useState<readonly PendingAction[]>([]);
  const end = (action: PendingAction) => setPending((all) => all.filter((one) => one !== action));

  /** Gives what the last of them is now. */
  async function mark(rows: readonly LeadRow[], state: LeadState) {
    const changes = rows.filter(({ folder }) => folder !== 'quarantined' && folder !== state);
    let conflicts = 0;
    let now: LeadAnswer | undefined;
    onFault('');
    try {
      for (const { id, version } of changes) {
        const change = { version, state };
        now = await ask<LeadAnswer>(`leads/${id}`, change).catch((error: Refused) => {
          if (error.status !== 409) throw error;
          conflicts += 1;
          return error.body as LeadAnswer;
        });
      }
      const changed = counted(changes.length - conflicts, texts.list.shown);
      if (changes.length > conflicts) announce(`${changed}: ${texts.list[state]}`);
      if (conflicts > 0) onFault(counted(conflicts, actions.conflicts));
    } catch (error) {
      onFault(failureOf(error as Refused));
    }
    void refresh();
    return now;
  }

  function start(action: PendingAction) {
    setPending((all) => [action, ...all]);
    announce(counted(action.leads.length, finals[action.action].waiting));
  }

  async function send(pending: PendingAction) {
    const { action, leads } = pending;
    const { done, failed } = finals[action];
    let count = 0;
    let failure: Refused | undefined;
    try {
      for (let from = 0; from < leads.length; from += most) {
        const some = leads.slice(from, from + most);
        const ids = some.map(({ id }) => id);
        const seen = some.map(({ id, version }) => ({ id, version }));
        const body = action === 'erase' ? { leads: seen } : { ids };
        count += (await ask<CountAnswer>(action, body)).count;
      }
    } catch (error) {
      failure = error as Refused;
    }
    const hasNoAnswer = failure?.status === 0;
    if (hasNoAnswer) onFault(texts.noAnswer);
    await refresh();
    end(pending);
    if (hasNoAnswer || (!failure && count < leads.length)) count = await countDone(pending);
    const rest = leads.length - count;
    if (rest === 0) {
      announce(counted(count, done));
      if (hasNoAnswer) onFault('');
    } else if (failure && count === 0) onFault(failed);
    else {
      const begin = count > 0 ? `${counted(count, done)}. ` : '';
      onFault(begin + counted(rest, failure ? actions.left : actions.stays));
    }
  }

  return { pending, mark, start, send, end };
}

/** For how many it is done by now, by whomever; waits until the server answers. */
async function countDone({ action, leads }: PendingAction): Promise<number> {
  let count = 0;
  for (const { id } of leads) {
    const folder = (await find(id))?.lead.folder;
    if (action === 'erase' ? !folder : folder && folder !== 'quarantined') count += 1;
  }
  return count;
}

async function find(id: number): Promise<LeadAnswer | undefined> {
  for (;;) {
    try {
      return await ask<LeadAnswer>(`leads/${id}`);
    } catch (error) {
      const { status } = error as Refused;
      if (status !== 0 && status < 500) return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
}
