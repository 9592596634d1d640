export type Chance = ReturnType<typeof createChance>;

/**
 * All random choices of a run. The same seed gives the same run. It uses Mulberry32, a generator of 32 bits: short,
 * fast, and good enough to choose events.
 */
export function createChance(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  function random(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    /** From 0 to 1, without 1. */
    random,
    /** True with this probability. */
    happens: (probability: number): boolean => random() < probability,
    /** A whole number, both ends included. */
    between: (least: number, most: number): number =>
      least + Math.floor(random() * (most - least + 1)),
    /** Undefined if the list is empty. */
    pick: <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)],
  };
}
