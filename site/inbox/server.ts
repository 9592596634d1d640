import { useEffect, useEffectEvent, useState } from 'react';
import { texts } from './texts.ts';

/** The server refused, or did not answer (status 0). */
export interface Refused {
  status: number;
  /** What it said, as JSON. */
  body: unknown;
  /** In seconds. */
  retryAfter: number;
}

/**
 * Asks the server: a GET, or a POST of `body`. Rejects with `Refused` and nothing else; where there is no
 * session any more, the window hears `signed-out` besides.
 */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/inbox/api/${path}`, {
    signal: AbortSignal.timeout(15_000),
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  if (response?.ok && answer !== undefined) return answer;
  const status = response?.ok ? 0 : (response?.status ?? 0);
  if (status === 401) dispatchEvent(new Event('signed-out'));
  const retryAfter = Number(response?.headers.get('Retry-After'));
  return Promise.reject<Answer>({ status, body: answer, retryAfter } satisfies Refused);
}

/** What to say of it: whether a request without an answer was done, nobody knows. */
export function failureOf({ status }: Refused, refused: string = texts.failed): string {
  return status === 0 ? texts.noAnswer : refused;
}

/** How long to wait before the server is asked again, in milliseconds. */
export const retryDelay = 5_000;

/** Calls back whenever a lead may have changed. Gives whether the connection stands. */
export function useLive(onChange: () => void): boolean {
  const [isLive, setLive] = useState(true);
  const [attempt, setAttempt] = useState(1);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const source = new EventSource('/inbox/api/events');
    // The server sends one at once, so also after a break.
    source.addEventListener('change', () => {
      setLive(true);
      changed();
    });
    source.onerror = () => {
      setLive(false);
      // Says whether the session has ended.
      ask('session').catch(() => {});
      // A browser connects again by itself after a break, but not after a refusal.
      if (source.readyState === EventSource.CLOSED)
        timer = setTimeout(() => setAttempt(attempt + 1), retryDelay);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [attempt]);
  return isLive;
}
