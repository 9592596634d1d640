import { randomUUID } from 'node:crypto';
import { isLoopback } from '../config/addresses.ts';
import type { Channel } from '../delivery/channel.ts';
import { setChannel } from '../delivery/channels.ts';
import type { Finding } from './finding.ts';

/** How long a test may take, in milliseconds. */
const testLimit = 30_000;

/** Which channels there are, and whether what they carry can be read on the way. */
export function channelsConfigured(channels: readonly Channel[]): Finding[] {
  if (channels.length > 0)
    return channels.map(({ name, target }) =>
      target.startsWith('http://') && !isLoopback(new URL(target).hostname)
        ? {
            what: name,
            state: 'warning',
            text: `to ${target}, which everybody on the way can read`,
          }
        : { what: name, state: 'ok', text: `to ${target}` },
    );
  const text = `none is configured, bookings are kept and wait: ${setChannel}`;
  return [{ what: 'channels', state: 'warning', text }];
}

/** Sends a test through the channel, and tells what the other side said. */
export async function sendTest({ name, deliver }: Channel): Promise<Finding> {
  const what = `test by ${name}`;
  try {
    const signal = AbortSignal.timeout(testLimit);
    const text = await deliver({ id: randomUUID(), booking: undefined, quarantined: 0 }, signal);
    return { what, state: 'ok', text: `sent; the answer: ${text}` };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { what, state: 'wrong', text };
  }
}
