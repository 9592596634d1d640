import type { Channel } from '../delivery/channel.ts';
import { isLate } from '../delivery/status.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import type { QuarantineSummary, Store } from '../store/store.ts';
import type { Finding } from './finding.ts';

/** What waits longer than this has failed, or nobody delivers. */
const troubleMinutes = 2;

/** What is dead, late or waiting of one channel. */
export function deliveriesOf(
  { channel, pending, dead, oldest }: ChannelSummary,
  lateMinutes: number,
  channels: readonly Channel[],
): Finding[] {
  const what = `by ${channel}`;
  const findings: Finding[] = [];
  if (dead > 0) {
    const text = `${dead} dead: list --state dead shows them, replay --dead sends them again, done --dead says that you have read them`;
    findings.push({ what, state: 'wrong', text });
  }
  const configured = channels.some(({ name }) => name === channel);
  const waiting = `${pending} waiting, the oldest since ${oldest}; list --state pending shows them`;
  const waits = configured ? waiting : `${channel} is not configured: ${waiting}`;
  if (isLate(oldest, lateMinutes, Date.now())) {
    const way = configured ? 'show ID tells why' : 'done ID says that you have read one';
    const text = `longer than DELIVERY_LATE_MINUTES (${lateMinutes}): ${waits}, ${way}`;
    findings.push({ what, state: 'wrong', text });
  } else if (pending > 0 && !configured) {
    findings.push({ what, state: 'warning', text: waits });
  } else if (configured && isLate(oldest, troubleMinutes, Date.now())) {
    findings.push({
      what,
      state: 'warning',
      text: `not taken at once: ${waits}, show ID tells why`,
    });
  } else if (configured) {
    findings.push({ what, state: 'ok', text: pending > 0 ? waits : 'nothing is waiting' });
  }
  return findings;
}

/** Bookings from before a channel was configured: the worker makes their deliveries, a few at a time. */
export async function withoutDelivery(store: Store, lateMinutes: number): Promise<Finding[]> {
  const count = await store.countBookings({ state: 'none' });
  if (count === 0) return [];
  const until = Date.now() - lateMinutes * 60_000;
  const late = (await store.countBookings({ state: 'none', until })) > 0;
  const text = `${count} have no delivery yet: a server that runs with these settings makes them, the oldest first`;
  return [{ what: 'bookings', state: late ? 'wrong' : 'ok', text }];
}

/** Never wrong by itself, since spam comes whatever the operator does: but nobody else will look. */
export function quarantinedFinding({ count, oldest }: QuarantineSummary): Finding[] {
  if (count === 0 || oldest === null) return [];
  const wait = count === 1 ? '1 waits' : `${count} wait, the oldest`;
  const text = `${wait} for ${ageOf(oldest)}; a real request may be among them: list --quarantined shows them, accept ID delivers one`;
  return [{ what: 'quarantined', state: 'warning', text }];
}

/** How long ago a stored time is, in the largest unit that it fills. */
function ageOf(time: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
