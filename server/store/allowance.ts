/** What one address may book in a window. */
export interface AllowanceSize {
  requests: number;
  /** The window's length, which begins with the first booking in it. */
  seconds: number;
}

/** What came of asking for a part of an address's allowance. */
export interface Allowance {
  /** In how many milliseconds to ask again; 0: it was taken. A try that is refused takes nothing. */
  wait: number;
  /** For what turned out to be no new booking. Does nothing when another window has begun. */
  giveBack(): Promise<void>;
}

/** Takes `bookings` from the allowance of `address`, whole or not at all. */
export type TakeAllowance = (address: string, bookings: number) => Promise<Allowance>;

/** What counts the allowances of all addresses, for all servers on one database. */
export type SharedAllowances = (size: AllowanceSize) => TakeAllowance;

export const refusedAllowance = (wait: number): Allowance => ({
  wait: Math.max(1, wait),
  giveBack: async () => {},
});
