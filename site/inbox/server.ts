import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** Calls back whenever a lead may have changed, or the session ended. Gives whether the connection stands. */
export function useLive(onChange: () => Promise<unknown>): boolean {
  const [isLive, setLive] = useState(true);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let source: EventSource;
    function connect() {
      source = new EventSource('/inbox/api/events');
      // The server sends one at once, so also after a break.
      source.addEventListener('change', () => {
        setLive(true);
        void changed();
      });
      // A browser connects again by itself after a break, but not after a refusal.
      source.onerror = () => {
        source.close();
        setLive(false);
        void changed();
        timer = setTimeout(connect, retryDelay);
      };
    }
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, []);
  return isLive;
}
