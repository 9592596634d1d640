import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Counts, SessionAnswer } from '../booking/inbox-answers.ts';

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
  client.setQueryData<SessionAnswer | null>(['session'], null);
  client.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'session' });
}

/** Milliseconds. */
const answerLimit = 15_000;

interface Request {
  /** Sent by POST. Undefined: a GET. */
  body?: object;
  /** Cancels the request. */
  signal?: AbortSignal;
}

/** Calls the inbox's API. Throws an `ApiError`, or fetch's error if there is no answer. */
export async function ask<Answer>(path: string, { body, signal }: Request = {}): Promise<Answer> {
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
