import { useState } from 'react';
import type { CountAnswer, LeadAnswer, LeadRow } from './api.ts';
import type { State } from './lead-actions.tsx';
import { ask, failureOf, type Refused, retryDelay } from './server.ts';
import { counted, texts } from './texts.ts';
import { type PendingAction, pendingTexts } from './undo.tsx';

/** As many leads as the server takes at once. */
const most = 1_000;

interface ActionsOptions {
  announce(text: string): void;
  onFault(text: string): void;
  refresh(): Promise<void>;
}

/** What is done with leads, and what becomes of it in words: at once, or when ten seconds are over. */
export function useActions({ announce, onFault, refresh }: ActionsOptions) {
  const [pending, setPending] = useState<readonly PendingAction[]>([]);
  const end = (action: PendingAction) => setPending((all) => all.filter((one) => one !== action));

  /** Gives what the last of them is now. */
  async function mark(rows: readonly LeadRow[], state: State) {
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
      if (conflicts > 0) onFault(counted(conflicts, texts.actions.conflicts));
    } catch (error) {
      onFault(failureOf(error as Refused));
    }
    void refresh();
    return now;
  }

  function start(action: PendingAction) {
    setPending((all) => [action, ...all]);
    announce(counted(action.leads.length, pendingTexts[action.action].waiting));
  }

  async function send(pending: PendingAction) {
    const { action, leads } = pending;
    const { done, failed } = pendingTexts[action];
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
      const { left, stays } = texts.actions;
      const begin = count > 0 ? `${counted(count, done)}. ` : '';
      onFault(begin + counted(rest, failure ? left : stays));
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
