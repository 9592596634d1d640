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

/** Null: no one is signed in. Read again on focus: the link may have been opened in another tab. */
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
    // The drafts in this tab are only for the person who wrote them.
    if (sessionStorage.getItem('email') !== answer.email) sessionStorage.clear();
    sessionStorage.setItem('email', answer.email);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Milliseconds after the last letter of a search. */
const searchDelay = 250;

/** The pages of a list that were asked for. Until they are there those of the list before stay. */
export function useLeads(place: ListPlace) {
  const { folder, text, mine, month } = place;
  return useInfiniteQuery({
    queryKey: ['leads', text ? 'search' : folder, text, mine, month],
    async queryFn({ pageParam, signal }) {
      if (text) await new Promise((resolve) => setTimeout(resolve, searchDelay));
      // The next letter was typed meanwhile.
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
      // It was changed meanwhile.
      signal.throwIfAborted();
      // The server has marked it as read.
      showRows([answer.lead], [answer.lead]);
      return answer;
    },
    ...polled,
  });
}

/** How many leads each folder has, by the last answer that said so. */
export function useCounts(): Counts | undefined {
  return useQuery<Counts>({ queryKey: ['counts'], queryFn: skipToken }).data;
}

export function useReport(name: string) {
  return useQuery({ queryKey: ['report', name], queryFn: () => ask<ReportAnswer>(name) });
}
