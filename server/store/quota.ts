/** How many requests one address may send in a window. */
export interface Quota {
  requests: number;
  /** The length of the window, which begins with the first request in it. */
  seconds: number;
}

/** The answer to one request of an address. */
export interface QuotaResult {
  /** In how many milliseconds to try again; 0: the request is within the quota. */
  wait: number;
  /** Uncounts the request, unless its window is over. For a 503 of ours only. */
  refund(): Promise<void>;
}

/** Counts one request of `address`. */
export type ConsumeQuota = (address: string) => Promise<QuotaResult>;

/** Counts the requests of all addresses, for all servers on one database. */
export type SharedQuotas = (size: Quota) => ConsumeQuota;

export const quotaExceeded = (wait: number): QuotaResult => ({
  wait: Math.max(1, wait),
  refund: async () => {},
});
