import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Counts, SessionAnswer } from '../booking/inbox-answers.ts';

/** The server refused the request, or did not answer (status 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(status: number, retryAfter = 0) {
    super(`The server answered with ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Caches the server's answers. It retries nothing, except polled queries. */
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

/** Calls the inbox's API, by POST if there is a body. Throws an `ApiError`. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/inbox/api/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(answerLimit),
  }).catch(() => undefined);
  if (response === undefined) throw new ApiError(0);
  const { ok, status, headers } = response;
  if (!ok) throw new ApiError(status, Number(headers.get('Retry-After')));
  const answer: Answer & { counts?: Counts } = await response
    .json()
    .catch(() => Promise.reject(new ApiError(0)));
  if (answer.counts) client.setQueryData(['counts'], answer.counts);
  return answer;
}
