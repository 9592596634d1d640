import { randomUUID } from 'node:crypto';
import { formatJson } from '../bookings-file.ts';
import type { Config } from '../config/config.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf } from '../delivery/channels.ts';
import { type Finding, ok, wrong } from '../findings/finding.ts';
import { findingsOf } from '../findings/findings.ts';
import { messageOf } from '../store/store.ts';
import { formatTable, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Prints all findings, and with `sendTest` the results of a test through each channel. 1: something is wrong. */
export async function doctor(
  config: Config,
  options: { json?: true; sendTest?: true },
): Promise<number> {
  const findings = await findingsOf(config, (work) => withStore(config, work));
  if (options.sendTest) findings.push(...(await Promise.all(channelsOf(config).map(sendTest))));
  const rows = findings.map(({ state, code, text }) => ({ STATE: state, CODE: code, FOUND: text }));
  succeeded(options.json ? formatJson(findings) : formatTable(rows));
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

/** Sends a test within 30 seconds, and shows what the other side answered. */
async function sendTest({ name: channel, deliver }: Channel): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(30_000);
    const text = await deliver({ id: randomUUID(), booking: undefined, quarantined: 0 }, signal);
    return { ...ok('test', `${channel} accepted it: ${text}`), channel };
  } catch (error) {
    return { ...wrong('test-failed', `by ${channel}: ${messageOf(error)}`), channel };
  }
}
