import type { ChannelName, ChannelSummary } from '../store/delivery.ts';

/**
 * How the deliveries stand as a whole. `late`: one is dead or has waited too long, also one for a
 * channel that is not configured any more; `none`: no channel is configured.
 */
export type DeliveryStatus = 'ok' | 'late' | 'none';

export function stateOf(
  summaries: readonly ChannelSummary[],
  configured: readonly ChannelName[],
  lateMinutes: number,
  now: number,
): DeliveryStatus {
  if (configured.length === 0) return 'none';
  const late = summaries.some(({ dead, oldest }) => dead > 0 || isLate(oldest, lateMinutes, now));
  return late ? 'late' : 'ok';
}

/** `oldest` as ISO 8601; `now` in milliseconds since 1970. */
export function isLate(oldest: string | null, lateMinutes: number, now: number): boolean {
  return oldest !== null && now - Date.parse(oldest) > lateMinutes * 60_000;
}
