/** What one address may book in a window. */
export interface Quota {
  requests: number;
  /** The window's length, which begins with the first booking in it. */
  seconds: number;
}

/** What came of asking for a part of an address's allowance. */
export interface QuotaResult {
  /** In how many milliseconds to ask again; 0: it was taken. A try that is refused takes nothing. */
  wait: number;
  /** For what turned out to be no new booking. Does nothing when another window has begun. */
  refund(): Promise<void>;
}

/** Takes `bookings` from the allowance of `address`, whole or not at all. */
export type ConsumeQuota = (address: string, bookings: number) => Promise<QuotaResult>;

/** What counts the allowances of all addresses, for all servers on one database. */
export type SharedQuotas = (size: Quota) => ConsumeQuota;

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});
