import { waitAfter } from './backoff.ts';

/** The longest wait before looking whether a channel that was away is back. In milliseconds. */
const longestPause = 15 * 60 * 1000;

/** How many deliveries a channel that is back takes up at a time. */
const retrySize = 500;

/** So many are needed to say that the channel is away and not only one that it cannot take. */
const lookSize = 2;

export interface CircuitBreaker {
  /** Nothing is to be tried now. */
  isPaused(): boolean;
  /** A delivery found the channel away. */
  foundAway(delivery: string): void;
  /** A delivery went through: what waited for the channel is taken up. */
  foundThere(): Promise<void>;
  /** Nothing is due. True: something was made due, to see whether the channel is back. */
  look(): Promise<boolean>;
}

/**
 * What one worker knows of its channel being away as a whole. Two different deliveries have to say
 * so: one alone may be what the other side cannot take, and then it waits by itself and holds up
 * no other. `retry` makes due what only waits for the channel, at most so many, and gives how many;
 * `now` is in milliseconds since 1970, `random` gives 0 to 1.
 */
export function createCircuitBreaker(
  retry: (limit: number) => Promise<number>,
  now: () => number,
  random: () => number,
): CircuitBreaker {
  // The process before this one may have seen it away.
  let mayHaveBeenAway = true;
  let quarantined: string | undefined;
  let pauses = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let lookAt = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  const after = (times: number) => now() + waitAfter(times, random, 2 * longestPause) / 2;
  return {
    isPaused: () => now() < pausedUntil,
    foundAway(delivery) {
      mayHaveBeenAway = true;
      if (now() >= lookAt) lookAt = after(++looks);
      quarantined ??= delivery;
      if (quarantined === delivery) return;
      quarantined = undefined;
      // Over before the two are due again, so that another one tells whether it was they alone.
      pausedUntil = after(++pauses);
    },
    async foundThere() {
      quarantined = undefined;
      pauses = 0;
      looks = 0;
      // Not after every success: what alone cannot be taken would be tried as often.
      if (!mayHaveBeenAway || now() < retryAt) return;
      mayHaveBeenAway = (await retry(retrySize)) === retrySize;
      if (!mayHaveBeenAway) retryAt = now() + longestPause;
    },
    async look() {
      if (!mayHaveBeenAway || now() < lookAt) return false;
      lookAt = after(++looks);
      return (await retry(lookSize)) > 0;
    },
  };
}
