import { setImmediate } from 'node:timers/promises';
import type { Timers } from '../../server/desk/delivery/attempt.ts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

interface Event {
  time: number;
  run: () => void;
}

/** A clock that jumps from one event to the next. Times are milliseconds since the run began. */
export class VirtualTime {
  now = 0;
  readonly #events = new Set<Event>();

  /** Runs `run` at that time, or at once if it is past. Returns a function that cancels it. */
  at(time: number, run: () => void): () => void {
    const event = { time: Math.max(time, this.now), run };
    this.#events.add(event);
    return () => this.#events.delete(event);
  }

  /** Jumps to the next events and runs all of that millisecond. False if there are none until then. */
  advance(until: number): boolean {
    const next = Math.min(...[...this.#events].map(({ time }) => time));
    if (next > until) return false;
    this.now = next;
    // An event may cancel another event.
    for (const event of [...this.#events])
      if (event.time === next && this.#events.delete(event)) event.run();
    return true;
  }
}

/** Waits until no promise can settle without the clock. `pending` counts database operations. */
export async function settle(pending: () => number): Promise<void> {
  do await setImmediate();
  while (pending() > 0);
}

/** The timers of a process. `run` calls due ones unless the process is dead. */
export function createTimers(time: VirtualTime, run: (work: () => void) => void): Timers {
  const running = new Map<unknown, () => void>();
  let count = 0;
  return {
    setTimeout(work, milliseconds) {
      count += 1;
      const timer = count;
      const cancel = time.at(time.now + milliseconds, () =>
        run(() => {
          if (running.delete(timer)) work();
        }),
      );
      running.set(timer, cancel);
      return timer;
    },
    clearTimeout(timer) {
      running.get(timer)?.();
      running.delete(timer);
    },
  };
}
