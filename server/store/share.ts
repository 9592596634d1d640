/** What one address may book in a window. */
export interface ShareSize {
  requests: number;
  /** The window's length, which begins with the first booking in it. */
  seconds: number;
}

/** What came of asking for a part of an address's share. */
export interface Share {
  /** In how many milliseconds to ask again; 0: it was taken. A try that is refused takes nothing. */
  wait: number;
  /** For what turned out to be no new booking. Does nothing when another window has begun. */
  giveBack(): Promise<void>;
}

/** Takes `bookings` from the share of `address`, whole or not at all. */
export type TakeShare = (address: string, bookings: number) => Promise<Share>;

export const refusedShare = (wait: number): Share => ({
  wait: Math.max(1, wait),
  giveBack: async () => {},
});
