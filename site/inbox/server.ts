import { useEffect, useEffectEvent, useState } from 'react';
import type { Confirm, LeadChange, LeadIds, SignIn } from './api.ts';

/** What is posted. */
export type Body = Confirm | LeadChange | LeadIds | SignIn | Record<string, never>;

/** The server refused, or did not answer (status 0). `body`: what it said, as JSON. */
export class Refused extends Error {
  status: number;
  body: unknown;
  /** In seconds. */
  retryAfter: number;

  constructor(status: number, body: unknown, retryAfter: number) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks the server: a GET, or a POST of `body`. Throws `Refused`; where there is no session any more,
 * the window hears `signed-out` besides.
 */
export async function ask<Answer>(path: string, body?: Body): Promise<Answer> {
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
  throw new Refused(status, answer, Number(response?.headers.get('Retry-After')));
}

/** In milliseconds. */
const retryLive = 5_000;

/**
 * Calls back whenever a lead changed, and once after a break. Gives whether the connection stands.
 * A browser itself connects again after a break, but not after a refusal.
 */
export function useLive(onChange: () => void): boolean {
  const [isLive, setLive] = useState(true);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    let wasBroken = false;
    const connect = () => {
      source = new EventSource('/inbox/api/events');
      source.onopen = () => {
        setLive(true);
        if (wasBroken) changed();
        wasBroken = false;
      };
      source.addEventListener('change', () => changed());
      source.onerror = () => {
        wasBroken = true;
        setLive(false);
        // Says whether the session has ended.
        ask('session').catch(() => {});
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, retryLive);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
  return isLive;
}
