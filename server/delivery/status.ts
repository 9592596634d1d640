import type { Logger } from 'pino';
import type { ChannelName, ChannelSummary } from '../store/delivery.ts';
import type { Store } from '../store/store.ts';

/**
 * `late`: a delivery is dead or has waited too long, also one for a channel that is not configured
 * any more; `none`: no channel is configured.
 */
export type DeliveryStatus = 'ok' | 'late' | 'none';

/** The status of all deliveries together. `now` in milliseconds since 1970. */
export function statusOf(
  summaries: readonly ChannelSummary[],
  configured: readonly ChannelName[],
  lateMinutes: number,
  now: number,
): DeliveryStatus {
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

/** Returns a check that logs an error when deliveries become late, and again every hour. */
export function createLateAlarm(
  status: () => Promise<DeliveryStatus>,
  log: Logger,
  now: () => number,
): () => Promise<void> {
  const hour = 60 * 60_000;
  let loggedAt: number | undefined;
  return async () => {
    const late = (await status()) === 'late';
    if (late && (loggedAt === undefined || now() - loggedAt >= hour)) {
      loggedAt = now();
      log.error('bookings do not reach the provider: see ./lodemark doctor');
    } else if (!late && loggedAt !== undefined) {
      loggedAt = undefined;
      log.info('no booking is late any more');
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
