import {
  type InfiniteData,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type {
  Counts,
  LeadAnswer,
  LeadRow,
  LeadsAnswer,
  SessionAnswer,
} from '../booking/inbox-answers.ts';
import { filtersOf, type ListPlace } from './place.ts';

/** The server refused the request. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;

  constructor({ status, headers }: Response) {
    super(`The server answered with ${status}`);
    this.status = status;
    this.retryAfter = Number(headers.get('Retry-After'));
  }
}

/** Caches the server's answers. Only polled queries are retried. */
export const client = new QueryClient({
  queryCache: new QueryCache({ onError: leaveAfter401 }),
  mutationCache: new MutationCache({ onError: leaveAfter401 }),
  defaultOptions: {
    // While the browser is offline, a request fails at once with an error.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: 'always' },
    mutations: { networkMode: 'always' },
  },
});

function leaveAfter401(error: Error): void {
  if (error instanceof ApiError && error.status === 401) leave();
}

/** Shows the sign-in form and clears the cached answers. */
export function leave(): void {
  client.setQueryData<SessionAnswer>(['session'], { email: null });
  client.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'session' });
}

/** Milliseconds. */
const answerLimit = 15_000;

/**
 * Calls the inbox's API: a POST if there is a `body`, otherwise a GET. `signal` cancels the request. Throws an
 * `ApiError`, or fetch's error if there is no answer.
 */
export async function callApi<Answer>(
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<Answer> {
  const limit = AbortSignal.timeout(answerLimit);
  const response = await fetch(`/inbox/api/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  if (!response.ok) throw new ApiError(response);
  const answer: Answer & { counts?: Counts } = await response.json();
  if (answer.counts) client.setQueryData(['counts'], answer.counts);
  return answer;
}

/** A background tab polls too, because its title has the number of new leads. */
const polled = { refetchInterval: 15_000, refetchIntervalInBackground: true };

/** Milliseconds from the last key of a search to its request. */
const searchDelay = 250;

/** The loaded pages of a list. Until the first is loaded, the previous list stays. */
export function useLeads(place: ListPlace) {
  const { folder, text, mine, month } = place;
  return useInfiniteQuery({
    queryKey: ['leads', text ? 'search' : folder, text, mine, month],
    async queryFn({ pageParam, signal }) {
      if (text) await new Promise((resolve) => setTimeout(resolve, searchDelay));
      const body = { ...Object.fromEntries(filtersOf(place)), ...(text && { text }), ...pageParam };
      // The signal also cancels a search whose text has changed.
      return callApi<LeadsAnswer>('leads', { body, signal });
    },
    initialPageParam: {},
    getNextPageParam: ({ next }) => (next === null ? undefined : { after: next }),
    placeholderData: keepPreviousData,
    ...polled,
  });
}

export function useLead(id: number) {
  return useQuery({
    queryKey: ['lead', id],
    async queryFn({ signal }) {
      const answer = await callApi<LeadAnswer>(`leads/${id}`, { signal });
      // The server has marked the lead as read.
      showRows([answer.lead], [answer.lead]);
      return answer;
    },
    ...polled,
  });
}

/** The number of leads in each folder, from the latest answer with counts. */
export function useCounts(): Counts | undefined {
  return useQuery<Counts>({ queryKey: ['counts'], queryFn: skipToken }).data;
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
