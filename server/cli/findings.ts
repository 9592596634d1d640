import { randomUUID } from 'node:crypto';
import { isLoopback, localUrl } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { Channel } from '../delivery/channel.ts';
import { setChannel } from '../delivery/channels.ts';
import { isLate } from '../delivery/status.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import type { QuarantineSummary, Store } from '../store/store.ts';

/** What doctor found out about one thing. `wrong` alarms; `text` is a sentence for the operator. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
}

/**
 * Whether a server runs where these settings say, and whether it was started with a channel, as
 * they have one: a server reads its settings when it starts.
 */
export async function runningServer(
  { host, port }: Config,
  hasChannels: boolean,
): Promise<Finding> {
  const address = localUrl(host, port);
  const what = 'server';
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { status, deliveries }: Record<string, unknown> = Object(await response.json());
    if (status !== 'ok') {
      return { what, state: 'wrong', text: `${address} cannot store bookings: its log tells why` };
    }
    if (deliveries === 'none' && hasChannels) {
      const text = `${address} delivers nothing: it was started with other settings. Restart it`;
      return { what, state: 'wrong', text };
    }
    return { what, state: 'ok', text: `answers at ${address}` };
  } catch {
    const text = `nothing answers at ${address}: is it running, with the same HOST and PORT?`;
    return { what, state: 'warning', text };
  }
}

/** Which channels there are, and whether others can read what they carry. */
export function channelsConfigured(channels: readonly Channel[]): Finding[] {
  if (channels.length === 0) {
    const text = `none is configured, bookings are kept and wait: ${setChannel}`;
    return [{ what: 'channels', state: 'warning', text }];
  }
  return channels.map(({ name, target }) =>
    target.startsWith('http://') && !isLoopback(new URL(target).hostname)
      ? { what: name, state: 'warning', text: `to ${target}, which everybody on the way can read` }
      : { what: name, state: 'ok', text: `to ${target}` },
  );
}

/** Sends a test through the channel, within 30 seconds, and tells what the other side answered. */
export async function sendTest({ name, deliver }: Channel): Promise<Finding> {
  const what = `test by ${name}`;
  try {
    const signal = AbortSignal.timeout(30_000);
    const text = await deliver({ id: randomUUID(), booking: undefined, quarantined: 0 }, signal);
    return { what, state: 'ok', text: `sent; the answer: ${text}` };
  } catch (error) {
    return { what, state: 'wrong', text: error instanceof Error ? error.message : String(error) };
  }
}

/** A delivery that waits longer has failed, or nobody delivers. */
const troubleMinutes = 2;

/** What is dead, late or waiting of one channel. */
export function channelDeliveries(
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
    const text = `not delivered at once: ${waits}, show ID tells why`;
    findings.push({ what, state: 'warning', text });
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

/** Only a warning: spam always comes, but somebody has to look at it. */
export function quarantined({ count, oldest }: QuarantineSummary): Finding[] {
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
