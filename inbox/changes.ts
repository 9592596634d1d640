import { type InfiniteData, useMutation } from '@tanstack/react-query';
import type { ChangesAnswer, LeadAnswer, LeadRow, LeadsAnswer } from '../booking/inbox-answers.ts';
import type { LeadState } from '../booking/lead.ts';
import { ApiError, client, post } from './client.ts';
import { counted } from './format.ts';
import { useNotices } from './notices.tsx';
import type { Folder } from './place.ts';

/** What can be done with a lead: give it a state, or one of two things that are final. */
export type Action = LeadState | 'accept' | 'erase';

/** What can be done with the leads of a folder. */
export const actionsOf: Record<Folder, readonly Action[]> = {
  new: ['contacted', 'closed', 'erase'],
  contacted: ['closed', 'new', 'erase'],
  closed: ['new', 'erase'],
  quarantined: ['accept', 'erase'],
  all: ['contacted', 'closed', 'erase'],
};

/** As many leads as the server takes at once. */
export const mostLeads = 1_000;

interface Act {
  action: Action;
  leads: readonly LeadRow[];
}

/** Does it with all the leads in one request, and says for how many it was done. */
export function useAct() {
  const { announce, fail } = useNotices();
  return useMutation({
    mutationFn: async ({ action, leads }: Act) => {
      const [path, body] = requestFor(action, leads);
      const { answer } = await post<ChangesAnswer>(path, body);
      showChanged(leads, answer);
      for (const { id } of leads) {
        const queryKey = ['lead', id];
        // One that is open is read again for its history.
        if (answer.leads.some((lead) => lead.id === id))
          void client.invalidateQueries({ queryKey });
        else client.removeQueries({ queryKey });
      }
      return answer;
    },
    onMutate: () => fail(''),
    onSuccess({ changed }, { action, leads }) {
      if (changed > 0) announce(`${counted(changed, 'lead')}: ${doneWords[action]}`);
      if (changed < leads.length) fail(conflictText(leads.length - changed));
    },
    onError: (error) => fail(failureOf(error)),
  });
}

const doneWords: Record<Action, string> = {
  new: 'New',
  contacted: 'Contacted',
  closed: 'Closed',
  accept: 'Marked as not spam',
  erase: 'Erased',
};

function requestFor(action: Action, leads: readonly LeadRow[]): [path: string, body: object] {
  if (action === 'accept') return ['accept', { ids: leads.map(({ id }) => id) }];
  const seen = leads.map(({ id, version }) => ({ id, version }));
  return action === 'erase'
    ? ['erase', { leads: seen }]
    : ['change', { state: action, leads: seen }];
}

/** What is posted of an open lead. Each answer is the whole lead. */
type LeadPost =
  | { path: 'read'; body: { id: number } }
  | { path: `leads/${number}`; body: { version: number; state?: LeadState; note?: string } };

/** Posts a change of an open lead, and shows the answer. */
export function useLeadPost() {
  return useMutation({
    mutationFn: async ({ path, body }: LeadPost) => {
      const result = await post<LeadAnswer>(path, body);
      const { lead, counts } = result.answer;
      client.setQueryData(['lead', lead.id], result.answer);
      showChanged([lead], { leads: [lead], counts });
      return result;
    },
  });
}

/** Shows in every list what an answer says of these leads, so that no list is read again. */
function showChanged(
  named: readonly { id: number }[],
  { leads, counts }: Pick<ChangesAnswer, 'leads' | 'counts'>,
): void {
  client.setQueryData(['counts'], counts);
  const ids = new Set(named.map(({ id }) => id));
  const lists = client.getQueriesData<InfiniteData<LeadsAnswer>>({ queryKey: ['leads'] });
  for (const [queryKey, data] of lists) {
    if (data === undefined) continue;
    const [, folder] = queryKey;
    const own = leads.filter((lead) =>
      folder === 'all' ? lead.folder !== 'quarantined' : lead.folder === folder,
    );
    const shown = new Set(data.pages.flatMap((page) => page.leads.map(({ id }) => id)));
    const pages = data.pages.map((page) => ({
      ...page,
      leads: page.leads.flatMap((lead) =>
        ids.has(lead.id) ? own.filter(({ id }) => id === lead.id) : [lead],
      ),
    }));
    client.setQueryData(queryKey, { ...data, pages });
    // Where it belongs among the others only the server knows.
    if (own.some(({ id }) => !shown.has(id))) void client.invalidateQueries({ queryKey });
  }
  // An answer that is on its way may be older than the change, and would take it back: it is asked for again.
  void client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      (name === 'leads' || name === 'lead') && state.fetchStatus === 'fetching',
  });
}

/** For leads that were not changed. */
export function conflictText(count: number): string {
  return count === 1
    ? '1 lead was not changed: someone else had just changed it. Look at it again.'
    : `${count} leads were not changed: someone else had just changed them. Look at them again.`;
}

/** For a request that failed: if no answer came, it may have been done. */
export function failureOf(error: Error): string {
  return error instanceof ApiError && error.status === 0
    ? 'The server did not answer. The change may or may not have been made: check the list.'
    : 'That did not work, and nothing was changed. Please try again.';
}
