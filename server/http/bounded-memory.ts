import { RateLimiterMemory } from 'rate-limiter-flexible';

/** With its timer a record takes 0.5 to 2.5 KB, by how much of it has been collected: 250 MB at most. */
const mostAddresses = 100_000;

/**
 * Counts in the memory of this process, of at most `most` addresses: a stranger who has a million
 * would fill it otherwise. The one that came first is forgotten first, by which such a stranger
 * gains nothing: they have other addresses anyway.
 */
export class BoundedMemory extends RateLimiterMemory {
  readonly #addresses: string[] = [];
  readonly #most: number;
  #next = 0;

  constructor(size: { points: number; duration: number }, most = mostAddresses) {
    super(size);
    this.#most = most;
  }

  override async consume(address: string, points?: number, options?: object) {
    if ((await this.get(address)) === null) {
      const forgotten = this.#addresses[this.#next];
      if (forgotten !== undefined) await this.delete(forgotten);
      this.#addresses[this.#next] = address;
      this.#next = (this.#next + 1) % this.#most;
    }
    return super.consume(address, points, options);
  }
}
