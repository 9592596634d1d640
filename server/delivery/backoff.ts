const second = 1000;
const longest = 6 * 60 * 60 * second;

/** With the waits below these take about fifteen hours. */
const leastAttempts = 10;

/**
 * How long to wait after the n-th failed try in a row, in milliseconds: 10 s, 30 s, 90 s and so on
 * by three up to six hours, each a fifth more or less, so that what failed together does not come
 * back together. `random` gives 0 to 1.
 */
export function waitAfter(attempts: number, random: () => number, most = longest): number {
  const wait = Math.min(10 * second * 3 ** (attempts - 1), most);
  return Math.round(wait * (0.8 + 0.4 * random()));
}

/**
 * Whether a failed try was the last one: three days have passed (`giveUpAt`), and it was really
 * tried in them, not only switched off. Times in milliseconds since 1970.
 */
export function isLastTry(attempts: number, giveUpAt: number, now: number): boolean {
  return attempts >= leastAttempts && now >= giveUpAt;
}
