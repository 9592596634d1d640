import type { Logger } from 'pino';
import type { ChannelName, ChannelSummary } from '../store/delivery.ts';
import type { LeadStore } from '../store/lead.ts';
import type { Store } from '../store/store.ts';

/** `none`: nothing is configured that could be late. */
export type Status = 'ok' | 'late' | 'none';

/**
 * The status of all deliveries together. `late`: one is dead or has waited too long, also one for a channel
 * that is not configured any more. `now` in milliseconds since 1970.
 */
export function deliveryStatus(
  summaries: readonly ChannelSummary[],
  configured: readonly ChannelName[],
  lateMinutes: number,
  now: number,
): Status {
  if (configured.length === 0) return 'none';
  return summaries.some((one) => needsOperator(one, lateMinutes, now)) ? 'late' : 'ok';
}

/** Whether deliveries of the channel are dead, or have waited too long. `now` in milliseconds since 1970. */
export function needsOperator(
  { dead, oldest }: ChannelSummary,
  lateMinutes: number,
  now: number,
): boolean {
  return dead > 0 || isLate(oldest, lateMinutes, now);
}

/** `oldest` as ISO 8601; `now` in milliseconds since 1970. */
export function isLate(oldest: string | null, lateMinutes: number, now: number): boolean {
  return oldest !== null && now - Date.parse(oldest) > lateMinutes * 60_000;
}

/**
 * The status of the leads. `late`: nobody contacted one within `hours` (CONTACT_WITHIN_HOURS). `now` in
 * milliseconds since 1970.
 */
export async function leadStatus(
  store: Pick<LeadStore, 'summarizeOverdue'>,
  hours: number | undefined,
  now: number,
): Promise<Status> {
  if (hours === undefined) return 'none';
  return (await store.summarizeOverdue(dueAt(hours, now))).count > 0 ? 'late' : 'ok';
}

/** A lead that was asked before this, and is new, is overdue. In milliseconds since 1970, as `now`. */
export function dueAt(hours: number, now: number): number {
  return now - hours * 3_600_000;
}

/** Returns a check that logs an error when something becomes late, and again every hour. */
export function createLateAlarm(
  status: () => Promise<Status>,
  log: Logger,
  now: () => number,
  texts: { late: string; over: string },
): () => Promise<void> {
  const hour = 60 * 60_000;
  let loggedAt: number | undefined;
  return async () => {
    const late = (await status()) === 'late';
    if (late && (loggedAt === undefined || now() - loggedAt >= hour)) {
      loggedAt = now();
      log.error(`${texts.late}: see ./lodemark doctor`);
    } else if (!late && loggedAt !== undefined) {
      loggedAt = undefined;
      log.info(texts.over);
    }
  };
}

/** Logs a warning while quarantined bookings wait: no mail is sent about them alone. */
export async function logQuarantined(store: Store, log: Logger): Promise<void> {
  const { count } = await store.summarizeQuarantine();
  if (count > 0) log.warn(`${quarantinedWait(count)}: ./lodemark list --quarantined`);
}

/** The beginning of a sentence for the operator. */
export function quarantinedWait(count: number): string {
  return count === 1 ? '1 quarantined booking waits' : `${count} quarantined bookings wait`;
}
