import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { SessionAnswer } from '../booking/inbox-answers.ts';

/** The server refused, or did not answer (status 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number;

  constructor(status: number, retryAfter = 0) {
    super(`The server answered with ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Holds all that the server answered. It retries nothing, except what it reads regularly. */
export const client = new QueryClient({
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
  defaultOptions: {
    // An attempt while the browser is offline fails, and says so.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: 'always' },
    mutations: { networkMode: 'always' },
  },
});

/** `ended`: the session is over, although the person did not sign out. */
export type Session = SessionAnswer | 'signed-out' | 'ended';

/** What a 401 says of the session that the page knew. */
export function sessionAfter401(): Session {
  const known = client.getQueryData<Session>(['session']);
  return known === undefined || known === 'signed-out' ? 'signed-out' : 'ended';
}

function endSession(error: Error): void {
  if (error instanceof ApiError && error.status === 401) leave(sessionAfter401());
}

/** The page asks to sign in, and forgets what it has read. */
export function leave(session: Session): void {
  client.setQueryData<Session>(['session'], session);
  client.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'session' });
}

/** Reads the answer at this path. Throws an `ApiError`. */
export async function get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const { answer } = await answerTo<Answer>(path, { signal });
  return answer;
}

/** Posts the body. `isConflict`: nothing was changed, and the answer is what is there now. Throws an `ApiError`. */
export function post<Answer>(path: string, body: object) {
  return answerTo<Answer>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** In milliseconds. */
const answerLimit = 15_000;

async function answerTo<Answer>(path: string, { signal, ...init }: RequestInit) {
  const limit = AbortSignal.timeout(answerLimit);
  const response = await fetch(`/inbox/api/${path}`, {
    ...init,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }).catch(() => undefined);
  if (response === undefined) throw new ApiError(0);
  const { ok, status } = response;
  if (!ok && status !== 409)
    throw new ApiError(status, Number(response.headers.get('Retry-After')));
  const answer: Answer = await response.json().catch(() => Promise.reject(new ApiError(0)));
  return { answer, isConflict: status === 409 };
}
