import { type InfiniteData, useMutation } from '@tanstack/react-query';
import type { Change, ChangeAnswer, LeadRow, LeadsAnswer } from '../booking/inbox-answers.ts';
import type { LeadState } from '../booking/lead.ts';
import { ask, client } from './client.ts';
import { counted } from './format.ts';
import { notify, notifyFailure } from './notices.tsx';
import type { Folder } from './place.ts';

/** An action that a button performs on leads. */
export type Action = LeadState | 'accept' | 'erase';

/** The actions for the leads of each folder. */
export const actionsOf: Record<Folder, readonly Action[]> = {
  new: ['contacted', 'closed', 'erase'],
  contacted: ['closed', 'new', 'erase'],
  closed: ['new', 'erase'],
  quarantined: ['accept', 'erase'],
  later: ['contacted', 'closed', 'erase'],
  all: ['contacted', 'closed', 'erase'],
};

const doneWords: Record<Action, string> = {
  new: 'New',
  contacted: 'Contacted',
  closed: 'Closed',
  accept: 'Marked as not spam',
  erase: 'Erased',
};

export const changeOf = (action: Action): Change =>
  action === 'accept' || action === 'erase' ? action : { state: action };

interface LeadsChange {
  /** With the versions on the screen. The server refuses to change a newer version. */
  leads: readonly Pick<LeadRow, 'id' | 'version'>[];
  change: Change;
}

/** Changes leads, and reports how many were changed. */
export function useChange() {
  return useMutation({
    mutationFn: sendChange,
    onSuccess({ changed }, { leads, change }) {
      const action = typeof change === 'string' ? change : change.state;
      const missed = leads.length - changed;
      notify({
        ...(changed > 0 && {
          said: `${counted(changed, 'lead')}: ${action ? doneWords[action] : 'Saved'}`,
        }),
        ...(missed > 0 && {
          fault: `Not changed: ${counted(missed, 'lead')}. Someone else made a change first. Check again.`,
        }),
      });
    },
    onError: notifyFailure,
  });
}

/** Sends one request and shows its answer in the open list and lead. */
export async function sendChange({ leads, change }: LeadsChange): Promise<ChangeAnswer> {
  const seen = leads.map(({ id, version }) => ({ id, version }));
  const answer = await ask<ChangeAnswer>('change', { leads: seen, change });
  // Other lists are fetched when they are opened.
  client.removeQueries({ queryKey: ['leads'], type: 'inactive' });
  showRows(seen, answer.leads);
  if (answer.lead) client.setQueryData(['lead', answer.lead.lead.id], answer.lead);
  // One of the changed leads may be open next to the list. Fetch its new history.
  else for (const { id } of seen) void client.invalidateQueries({ queryKey: ['lead', id] });
  // A request in flight may return older data and hide the change. Fetch again.
  void client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      (name === 'leads' || name === 'lead') && state.fetchStatus === 'fetching',
  });
  return answer;
}

/** Updates the rows of the named leads in the open list. */
export function showRows(named: readonly { id: number }[], leads: readonly LeadRow[]): void {
  const ids = new Set(named.map(({ id }) => id));
  const lists = client.getQueriesData<InfiniteData<LeadsAnswer>>({ queryKey: ['leads'] });
  for (const [queryKey, data] of lists) {
    const [, folder] = queryKey;
    const isIn = (lead: LeadRow) => {
      const isLater = lead.follow_up_at !== null && Date.parse(lead.follow_up_at) > Date.now();
      const own = isLater ? 'later' : lead.folder;
      return folder === 'all' ? own !== 'quarantined' : folder === 'search' || folder === own;
    };
    const pages = data?.pages.map((page) => ({
      ...page,
      leads: page.leads.flatMap((lead) =>
        ids.has(lead.id) ? leads.filter((one) => one.id === lead.id && isIn(one)) : [lead],
      ),
    }));
    if (pages) client.setQueryData(queryKey, { ...data, pages });
  }
}
