import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  Counts,
  LeadAnswer,
  LeadsAnswer,
  ReportAnswer,
  SessionAnswer,
} from '../booking/inbox-answers.ts';
import { ApiError, client, get, type Session, sessionAfter401 } from './client.ts';
import { type ListPlace, listQuery } from './place.ts';

/** In a tab in the background too: its title has the number of new leads. */
const polled = { refetchInterval: 15_000, refetchIntervalInBackground: true };

/** Read again on focus: the link may have been opened in another tab. */
export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => readSession(signal),
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  });
}

async function readSession(signal: AbortSignal): Promise<Session> {
  try {
    const session = await get<SessionAnswer>('session', signal);
    keepDraftsOf(session);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return sessionAfter401();
    throw error;
  }
}

/** The drafts in this tab are only for the person who wrote them. */
function keepDraftsOf({ email }: SessionAnswer): void {
  if (sessionStorage.getItem('email') !== email) sessionStorage.clear();
  sessionStorage.setItem('email', email);
}

/** The pages of a list that were asked for. Until they are there those of the list before stay. */
export function useLeads(list: ListPlace) {
  return useInfiniteQuery({
    queryKey: ['leads', list.folder, list.text],
    queryFn: ({ pageParam, signal }) =>
      withCounts(get<LeadsAnswer>(`leads${listQuery(list, { before: pageParam })}`, signal)),
    initialPageParam: '',
    getNextPageParam: ({ leads, hasMore }) => (hasMore ? String(leads.at(-1)?.id) : undefined),
    placeholderData: keepPreviousData,
    ...polled,
  });
}

export function useLead(id: number) {
  return useQuery({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => withCounts(get<LeadAnswer>(`leads/${id}`, signal)),
    ...polled,
  });
}

/** How many leads each folder has, by the last answer that said so. */
export function useCounts(): Counts | undefined {
  return useQuery<Counts>({ queryKey: ['counts'], queryFn: skipToken }).data;
}

async function withCounts<Answer extends { counts: Counts }>(reading: Promise<Answer>) {
  const answer = await reading;
  client.setQueryData(['counts'], answer.counts);
  return answer;
}

export function useReport() {
  return useQuery({
    queryKey: ['report'],
    queryFn: ({ signal }) => get<ReportAnswer>('report', signal),
  });
}
