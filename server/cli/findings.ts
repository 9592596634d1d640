import { randomUUID } from 'node:crypto';
import { isLoopback, localUrl } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { Channel } from '../delivery/channel.ts';
import { setChannel } from '../delivery/channels.ts';
import { isLate } from '../delivery/status.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import { messageOf, type QuarantineSummary, type Store } from '../store/store.ts';

/** What doctor found out about one thing. `wrong` alarms; `text` is a sentence for the operator. */
export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });
export const wrong = (what: string, text: string): Finding => ({ what, state: 'wrong', text });

/**
 * Whether a server runs where these settings say, and whether it was started with a channel, as
 * they have one: a server reads its settings when it starts.
 */
export async function runningServer({ host, port }: Config, hasChannels: boolean) {
  const address = localUrl(host, port);
  const otherSettings = 'delivers nothing: it was started with other settings. Restart it';
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { status, deliveries }: Record<string, unknown> = Object(await response.json());
    if (status !== 'ok') return wrong('server', `${address} cannot store bookings: see its log`);
    if (deliveries === 'none' && hasChannels) return wrong('server', `${address} ${otherSettings}`);
    return ok('server', `answers at ${address}`);
  } catch {
    const hint = 'is it running, with the same HOST and PORT?';
    return warning('server', `nothing answers at ${address}: ${hint}`);
  }
}

/** Which channels there are, and whether others can read what they carry. */
export function channelsConfigured(channels: readonly Channel[]): Finding[] {
  if (channels.length === 0) {
    const text = `none is configured, bookings are kept and wait: ${setChannel}`;
    return [warning('channels', text)];
  }
  return channels.map(({ name, target }) =>
    target.startsWith('http://') && !isLoopback(new URL(target).hostname)
      ? warning(name, `to ${target}, which everybody on the way can read`)
      : ok(name, `to ${target}`),
  );
}

/** Sends a test through the channel, within 30 seconds, and tells what the other side answered. */
export async function sendTest({ name, deliver }: Channel): Promise<Finding> {
  const what = `test by ${name}`;
  try {
    const signal = AbortSignal.timeout(30_000);
    const text = await deliver({ id: randomUUID(), booking: undefined, quarantined: 0 }, signal);
    return ok(what, `sent; the answer: ${text}`);
  } catch (error) {
    return wrong(what, messageOf(error));
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
  const gaveUp = `${dead} dead: list --state dead shows them, replay --dead sends them again, done --dead says that you have read them`;
  const findings = dead > 0 ? [wrong(what, gaveUp)] : [];
  const configured = channels.some(({ name }) => name === channel);
  const waiting = `${pending} waiting, the oldest since ${oldest}; list --state pending shows them`;
  const waits = configured ? waiting : `${channel} is not configured: ${waiting}`;
  const way = configured ? 'show ID tells why' : 'done ID says that you have read one';
  if (isLate(oldest, lateMinutes, Date.now())) {
    const text = `longer than DELIVERY_LATE_MINUTES (${lateMinutes}): ${waits}, ${way}`;
    findings.push(wrong(what, text));
  } else if (!configured) {
    if (pending > 0) findings.push(warning(what, waits));
  } else if (isLate(oldest, troubleMinutes, Date.now())) {
    findings.push(warning(what, `not delivered at once: ${waits}, ${way}`));
  } else {
    findings.push(ok(what, pending > 0 ? waits : 'nothing is waiting'));
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
  return [late ? wrong('bookings', text) : ok('bookings', text)];
}

/** Only a warning: spam always comes, but somebody has to look at it. */
export function quarantined({ count, oldest }: QuarantineSummary): Finding[] {
  if (count === 0 || oldest === null) return [];
  const wait = count === 1 ? '1 waits' : `${count} wait, the oldest`;
  const text = `${wait} for ${ageOf(oldest)}; a real request may be among them: list --quarantined shows them, accept ID delivers one`;
  return [warning('quarantined', text)];
}

/** How long ago a stored time is, in the largest unit that it fills. */
function ageOf(time: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
