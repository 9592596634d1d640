import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RevisionAnswer } from './api.ts';
import { texts } from './texts.ts';

/** The server refused, or did not answer (status 0). */
export interface Refused {
  status: number;
  /** What it said, as JSON. */
  body: unknown;
  /** In seconds. */
  retryAfter: number;
}

/** Asks the server: a GET, or a POST of `body`. Rejects with `Refused` and nothing else. */
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
  const retryAfter = Number(response?.headers.get('Retry-After'));
  return Promise.reject<Answer>({ status, body: answer, retryAfter } satisfies Refused);
}

/** What to say of it: whether a request without an answer was done, nobody knows. */
export function failureOf({ status }: Refused): string {
  return status === 0 ? texts.noAnswer : texts.failed;
}

/** How long to wait before the server is asked again, in milliseconds. */
export const retryDelay = 5_000;

/**
 * What the server says at this path, and how it refused the last time; nothing is asked where the path is
 * undefined. Asked so many milliseconds after the path has changed, and by `reload`, which ends when the
 * answer is there. Until there is another the answer before stays.
 */
export function useAnswer<Answer>(path: string | undefined, delay = 0) {
  const [said, setSaid] = useState<{ answer?: Answer | undefined; refused?: Refused }>({});
  /** How many readings of the path are begun, and the last that is shown: none is after a later one. */
  const readings = useRef({ path, begun: 0, shown: 0 });

  async function reload(): Promise<void> {
    const own = readings.current;
    own.begun += 1;
    const turn = own.begun;
    const now =
      own.path === undefined
        ? { answer: undefined }
        : await ask<Answer>(own.path).then(
            (answer) => ({ answer }),
            (refused: Refused) => ({ refused }),
          );
    if (readings.current !== own || turn < own.shown) return;
    own.shown = turn;
    setSaid(({ answer }) => ({ answer, ...now }));
  }

  const read = useEffectEvent(reload);
  const wait = useEffectEvent(() => setTimeout(() => void read(), delay));
  useEffect(() => {
    readings.current = { path, begun: 0, shown: 0 };
    setSaid(({ answer }) => ({ answer }));
    const timer = wait();
    return () => clearTimeout(timer);
  }, [path]);
  return { ...said, reload };
}

/** How often the server is asked whether a lead has changed, in milliseconds. */
const lookInterval = 3_000;

/** Calls back whenever a lead has changed, or the server does not answer. Gives whether it does. */
export function useLive(onChange: () => Promise<unknown>): boolean {
  const [isLive, setLive] = useState(true);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let known: string | undefined;
    let looks = 0;
    async function look() {
      const answer = await ask<RevisionAnswer>('revision').catch(() => undefined);
      looks += 1;
      setLive(answer !== undefined);
      // Now and then in any case: how old a lead is changes by itself.
      if (!answer || answer.revision !== known || looks % 5 === 0) void changed();
      known = answer?.revision;
    }
    void look();
    const timer = setInterval(() => void look(), lookInterval);
    return () => clearInterval(timer);
  }, []);
  return isLive;
}
