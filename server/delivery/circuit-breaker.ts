const second = 1000;
const hour = 60 * 60 * second;

/** The longest time between two tries of one delivery, in milliseconds. */
export const longestBackoff = hour;

/** The same where it only waits for its channel; the breaker stays open half as long at most. */
export const longestOpen = hour / 4;

/** How many waiting deliveries are made due at a time once the channel works again. */
const retrySize = 500;

/**
 * The circuit breaker of one channel. It opens when two different deliveries find the channel
 * unavailable: one alone may be what the other side cannot accept, and then it waits by itself and
 * holds up no other. `retry` makes due what only waits for the channel, at most `limit`, and returns
 * how many; `now` is in milliseconds since 1970, `random` returns 0 to 1.
 */
export function createCircuitBreaker(
  retry: (limit: number) => Promise<number>,
  now: () => number,
  random: () => number,
) {
  let mayHaveWaiting = true;
  let firstFailed: string | undefined;
  let opened = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;

  return {
    /** Whether nothing may be tried now. */
    isOpen: () => now() < openUntil,
    /** A delivery found the channel unavailable, and was asked to wait for `retryAfter` milliseconds. */
    recordFailure(deliveryId: string, retryAfter: number): void {
      mayHaveWaiting = true;
      firstFailed ??= deliveryId;
      if (firstFailed === deliveryId) return;
      firstFailed = undefined;
      opened += 1;
      // Half as long as the two deliveries wait, so that another one is tried before them.
      openUntil = now() + Math.max(backoff(opened, random, longestOpen) / 2, retryAfter);
    },
    /** A delivery succeeded: closes the breaker and makes due what waited for the channel. */
    async recordSuccess(): Promise<void> {
      firstFailed = undefined;
      opened = 0;
      // Not after every success: a delivery that always fails would be tried as often.
      if (!mayHaveWaiting || now() < retryAt) return;
      mayHaveWaiting = (await retry(retrySize)) === retrySize;
      if (!mayHaveWaiting) retryAt = now() + longestOpen;
    },
    /** Makes due what the process before this one may have left waiting for the channel. */
    retryWaiting: () => retry(retrySize),
  };
}

/**
 * How long to wait after the n-th failed try in a row, in milliseconds: 10 s, 30 s, 90 s and so on
 * up to `most`, each a fifth more or less, so that what failed together does not come back together.
 * `random` returns 0 to 1.
 */
export function backoff(attempts: number, random: () => number, most: number): number {
  const wait = Math.min(10 * second * 3 ** (attempts - 1), most);
  return Math.round(wait * (0.8 + 0.4 * random()));
}
