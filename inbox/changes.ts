import { useMutation } from '@tanstack/react-query';
import type { Action, Change, ChangeAnswer, LeadRow } from '../booking/inbox-answers.ts';
import type { ListFolder } from '../booking/lead.ts';
import { callApi, client, showRows } from './client.ts';
import { counted } from './format.ts';
import { notify, notifyFailure } from './notices.tsx';

/** The actions for the leads of each folder. */
export const actionsOf: Record<ListFolder, readonly Action[]> = {
  new: ['contacted', 'closed', 'erase'],
  contacted: ['closed', 'new', 'erase'],
  closed: ['new', 'erase'],
  quarantined: ['accept', 'erase'],
  later: ['contacted', 'closed', 'erase'],
  all: ['contacted', 'closed', 'erase'],
};

/** The button of an action, and its result in a notice. */
export const actionNames: Record<Action, { button: string; done: string }> = {
  contacted: { button: 'Mark contacted', done: 'Contacted' },
  closed: { button: 'Close', done: 'Closed' },
  new: { button: 'Reopen', done: 'New' },
  accept: { button: 'Not spam: deliver', done: 'Marked as not spam' },
  erase: { button: 'Erase', done: 'Erased' },
};

interface LeadsChange {
  /** The leads with the versions on the screen. The server refuses to change a newer version. */
  leads: readonly Pick<LeadRow, 'id' | 'version'>[];
  change: Change;
}

/** Changes leads, and reports how many were changed. */
export function useChange() {
  return useMutation({
    mutationFn: sendChange,
    onSuccess({ changed }, { leads, change }) {
      const missed = leads.length - changed;
      const result = typeof change === 'string' ? actionNames[change].done : 'Saved';
      const texts = changed > 0 ? [`${counted(changed, 'lead')}: ${result}`] : [];
      if (missed > 0)
        texts.push(
          `Not changed: ${counted(missed, 'lead')}. Someone else made a change first. Check again.`,
        );
      notify(texts.join('. '), missed > 0);
    },
    onError: notifyFailure,
  });
}

/** Sends one request and shows its answer in the open list and lead. */
export async function sendChange({ leads, change }: LeadsChange): Promise<ChangeAnswer> {
  const seen = leads.map(({ id, version }) => ({ id, version }));
  const answer = await callApi<ChangeAnswer>('change', { body: { leads: seen, change } });
  // Other lists are fetched when they are opened.
  client.removeQueries({ queryKey: ['leads'], type: 'inactive' });
  showRows(seen, answer.leads);
  if (answer.lead) client.setQueryData(['lead', answer.lead.lead.id], answer.lead);
  // One of the changed leads may be open next to the list. Fetch its new history.
  else for (const { id } of seen) void client.invalidateQueries({ queryKey: ['lead', id] });
  // A request in flight may return older data and hide the change. Fetch again.
  void client.refetchQueries({ fetchStatus: 'fetching' });
  return answer;
}
