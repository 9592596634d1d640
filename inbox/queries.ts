import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  Counts,
  LeadAnswer,
  LeadsAnswer,
  ReportAnswer,
  SessionAnswer,
} from '../booking/inbox-answers.ts';
import { showRows } from './changes.ts';
import { ApiError, ask } from './client.ts';
import { type ListPlace, listOf } from './place.ts';

/** A background tab polls too, because its title has the number of new leads. */
const polled = { refetchInterval: 15_000, refetchIntervalInBackground: true };

/** Null if no one is signed in. Refetched on focus, because the link may be opened in another tab. */
export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: readSession,
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  });
}

async function readSession(): Promise<SessionAnswer | null> {
  try {
    const answer = await ask<SessionAnswer>('session');
    // Drafts in this tab belong to the person who wrote them.
    if (sessionStorage.getItem('email') !== answer.email) sessionStorage.clear();
    sessionStorage.setItem('email', answer.email);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Milliseconds from the last key of a search to its request. */
const searchDelay = 250;

/** The loaded pages of a list. Until the first is loaded, the previous list stays. */
export function useLeads(place: ListPlace) {
  const { folder, text, mine, month } = place;
  return useInfiniteQuery({
    queryKey: ['leads', text ? 'search' : folder, text, mine, month],
    async queryFn({ pageParam, signal }) {
      if (text) await new Promise((resolve) => setTimeout(resolve, searchDelay));
      // The search has changed.
      signal.throwIfAborted();
      return ask<LeadsAnswer>('leads', { ...listOf(place), ...pageParam });
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
      const answer = await ask<LeadAnswer>(`leads/${id}`);
      // The lead has changed, and this answer is stale.
      signal.throwIfAborted();
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

export function useReport(name: string) {
  return useQuery({ queryKey: ['report', name], queryFn: () => ask<ReportAnswer>(name) });
}
