import type { Operations } from './operations.ts';

/** Where bookings are stored. Every operation throws `StoreUnavailable` or `StoreOverloaded`. */
export interface Store extends Operations {
  /** Counts requests for all servers on one database. Without it each server counts its own. */
  quotas?: SharedQuotas;
  /** What visitors may do beside inserting a booking, as a sentence for the operator. PostgreSQL's alone. */
  findVisitorRightsFault?(): Promise<string | undefined>;
  /** Finishes what waits and closes the database. */
  close(): Promise<void>;
}

/** How many requests one address may send in a window, which begins with the first of them. */
export interface Quota {
  requests: number;
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

/** The store cannot be reached or written now. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** More requests wait than the queue holds. Nothing was acknowledged. */
export class StoreOverloaded extends Error {
  override name = 'StoreOverloaded';
}

/** What went wrong. For a host with several addresses Node's error has one message for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The database cannot be used as it is. The message is a sentence for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
