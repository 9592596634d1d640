import type { ChannelSummary } from '../store/delivery.ts';

/** `none`: nothing is configured that could be late. */
export type Status = 'ok' | 'late' | 'none';

/** How long a delivery may wait before an operator has to look at it, in milliseconds. */
export const lateAfter = 60 * 60_000;

/** Whether deliveries of the channel are dead, or have waited too long. `now` in milliseconds since 1970. */
export function needsOperator({ dead, oldest }: ChannelSummary, now: number) {
  return dead > 0 || isLate(oldest, lateAfter, now);
}

/** `oldest` as ISO 8601; `limit` in milliseconds; `now` in milliseconds since 1970. */
export function isLate(oldest: string | null, limit: number, now: number): boolean {
  return oldest !== null && now - Date.parse(oldest) > limit;
}

/**
 * A lead that was asked before this, and is new, is overdue. `contactWithin` in milliseconds, `now` and
 * the result in milliseconds since 1970.
 */
export function dueAt(contactWithin: number, now: number): number {
  return now - contactWithin;
}

/** The beginning of a sentence for the operator. */
export function quarantinedWait(count: number): string {
  return count === 1 ? '1 quarantined booking waits' : `${count} quarantined bookings wait`;
}
