import { type InfiniteData, useMutation } from '@tanstack/react-query';
import type {
  ActAnswer,
  Action,
  LeadAnswer,
  LeadRow,
  LeadsAnswer,
} from '../booking/inbox-answers.ts';
import { ask, client } from './client.ts';
import { counted } from './format.ts';
import { notify, notifyFailure } from './notices.tsx';
import type { Folder } from './place.ts';

/** What can be done with the leads of a folder. */
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

interface Act {
  action: Action;
  leads: readonly LeadRow[];
}

/** Does it with all the leads in one request, and reports for how many it was done. */
export function useAct() {
  return useMutation({
    mutationFn: (act: Act) => send(act),
    onSuccess: ({ changed }, { action, leads }) =>
      notifyChanged(changed, leads.length, doneWords[action]),
    onError: notifyFailure,
  });
}

function notifyChanged(changed: number, all: number, done: string): void {
  const missed = all - changed;
  notify({
    said: changed > 0 ? `${counted(changed, 'lead')}: ${done}` : undefined,
    fault:
      missed > 0
        ? `Not changed: ${counted(missed, 'lead')}. Someone else made a change first. Check again.`
        : undefined,
  });
}

/** Gives an open lead an owner, or a day on which it returns. */
export function useLeadChange({ id, version }: LeadRow) {
  return useMutation({
    mutationFn: (change: Pick<LeadChange, 'follow_up' | 'owner'>) =>
      changeOne(id, { version, ...change }),
    onSuccess: ({ changed }) => notifyChanged(changed, 1, 'Saved'),
    onError: notifyFailure,
  });
}

/** One request. Gives for how many it was done. */
async function send({ action, leads }: Act): Promise<{ changed: number }> {
  const seen = leads.map(({ id, version }) => ({ id, version }));
  const [lead] = seen;
  if (lead && seen.length === 1 && action !== 'accept' && action !== 'erase')
    return changeOne(lead.id, { version: lead.version, state: action });
  const { answer } = await ask<ActAnswer>('act', { action, leads: seen });
  showChanged(seen, answer.leads);
  // One that is open next to the list is read again for its history.
  for (const { id } of answer.leads) void client.invalidateQueries({ queryKey: ['lead', id] });
  return answer;
}

/** A change of one lead, as long as it has this version. */
interface LeadChange {
  version: number;
  state?: Exclude<Action, 'accept' | 'erase'>;
  note?: string;
  /** A date after today; null: it does not return. */
  follow_up?: string | null;
  /** An address; null: no owner. */
  owner?: string | null;
}

/** Changes one lead. The answer is the whole lead, as it is now. */
export async function changeOne(id: number, change: LeadChange) {
  const { answer, isConflict } = await ask<LeadAnswer>(`leads/${id}`, change);
  client.setQueryData(['lead', id], answer);
  showChanged([answer.lead], [answer.lead]);
  return { lead: answer.lead, changed: isConflict ? 0 : 1 };
}

/** Shows what an answer says of these leads, so that the list is not read again. */
function showChanged(named: readonly { id: number }[], leads: readonly LeadRow[]): void {
  // Another list is read when it is opened.
  client.removeQueries({ queryKey: ['leads'], type: 'inactive' });
  showRows(named, leads);
  // An answer that is on its way may be older than the change, and would take it back: it is asked for again.
  void client.invalidateQueries({
    predicate: ({ queryKey: [name], state }) =>
      (name === 'leads' || name === 'lead') && state.fetchStatus === 'fetching',
  });
}

/** Replaces the rows of the named leads in the open list by what they are now. */
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
