import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Channel } from '../desk/channel.ts';
import { channelsOf } from '../desk/channels.ts';
import { isLate } from '../desk/state.ts';
import { isLoopback } from '../loopback.ts';
import { placeOf } from '../open-store.ts';
import { placeholdersLeft } from '../placeholders.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import type { Store, SuspectSummary } from '../store/store.ts';
import type { Command, CommandContext } from './command.ts';
import type { Finding } from './finding.ts';
import { withStore } from './open-store.ts';
import { findRunningServer } from './running-server.ts';
import { formatTable } from './table.ts';

const help = `Usage: npm run bookings -- doctor [--send-test] [--json]

Checks the settings, the database, the disk, the legal texts and the deliveries. Exit
code 1 when something is wrong, such as a delivery that is dead or has waited longer
than DELIVERY_LATE_MINUTES: run it from a timer and let it alarm you.

  --send-test   also send a test through each channel, and tell what the other side said
  --json        an array of objects for machines: what, state (ok, warning, wrong), text

Example: npm run bookings -- doctor --send-test
`;

/** Less room than this on the disk is wrong. In bytes. */
const leastRoom = 100 * 1024 * 1024;

/** What waits longer than this has failed, or nobody delivers. */
const troubleMinutes = 2;

const testLimit = 30_000;

export const doctor: Command = { help, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      'send-test': { type: 'boolean', default: false },
    },
  });
  const channels = channelsOf(config);
  const findings = [
    { what: 'settings', state: 'ok', text: 'all can be used' } as const,
    ...channelsConfigured(channels),
    await findRunningServer(config, channels.length > 0),
    ...(await storeAndDeliveries(config, channels)),
    ...contentOf(config),
    ...(values['send-test'] ? await Promise.all(channels.map(sendTest)) : []),
  ];
  const table = formatTable(
    ['STATE', 'WHAT', 'FOUND'],
    findings.map(({ state, what, text }) => [state, what, text]),
  );
  stdout.write(values.json ? `${JSON.stringify(findings, null, 2)}\n` : table);
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

function channelsConfigured(channels: readonly Channel[]): Finding[] {
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
  const text = 'none is configured: bookings are kept and wait. Set SMTP_URL or WEBHOOK_URL';
  return [{ what: 'channels', state: 'warning', text }];
}

async function storeAndDeliveries(
  config: Config,
  channels: readonly Channel[],
): Promise<Finding[]> {
  try {
    return await withStore(config, async (store) => {
      await store.check();
      const count = await store.countBookings();
      const text = `${placeOf(config)} can be written and holds ${count} ${count === 1 ? 'booking' : 'bookings'}`;
      const deliveries = (await store.summarizeDeliveries()).map((summary) =>
        deliveriesOf(summary, config.deliveryLateMinutes, channels),
      );
      return [
        { what: 'database', state: 'ok', text },
        ...(await room(config)),
        ...deliveries.flat(),
        ...suspectsOf(await store.summarizeSuspects()),
        ...(channels.length > 0 ? await withoutDelivery(store, config.deliveryLateMinutes) : []),
      ];
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ what: 'database', state: 'wrong', text }];
  }
}

/** On a database server the disk is others' to watch. */
async function room({ dataFolder, databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl !== undefined) return [];
  const { bavail, bsize } = await statfs(dataFolder);
  const text = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free in ${dataFolder}`;
  return [{ what: 'disk', state: bavail * bsize < leastRoom ? 'wrong' : 'ok', text }];
}

function deliveriesOf(
  { channel, pending, dead, oldest }: ChannelSummary,
  lateMinutes: number,
  channels: readonly Channel[],
): Finding[] {
  const what = `by ${channel}`;
  const findings: Finding[] = [];
  if (dead > 0) {
    const text = `${dead} dead: list --state dead shows them, replay --dead sends them again`;
    findings.push({ what, state: 'wrong', text });
  }
  const waits = `${pending} waiting, the oldest since ${oldest}; list --state pending shows them`;
  const configured = channels.some(({ name }) => name === channel);
  if (pending > 0 && !configured) {
    findings.push({ what, state: 'warning', text: `${channel} is not configured: ${waits}` });
  } else if (configured && isLate(oldest, lateMinutes, Date.now())) {
    const text = `longer than DELIVERY_LATE_MINUTES (${lateMinutes}): ${waits}, show ID tells why`;
    findings.push({ what, state: 'wrong', text });
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
async function withoutDelivery(store: Store, lateMinutes: number): Promise<Finding[]> {
  const count = await store.countBookings({ state: 'none' });
  if (count === 0) return [];
  const until = Date.now() - lateMinutes * 60_000;
  const late = (await store.countBookings({ state: 'none', until })) > 0;
  const text = `${count} have no delivery yet: a server that runs with these settings makes them, the oldest first`;
  return [{ what: 'bookings', state: late ? 'wrong' : 'ok', text }];
}

/** Never wrong by itself, since spam comes whatever the operator does: but nobody else will look. */
function suspectsOf({ count, oldest }: SuspectSummary): Finding[] {
  if (count === 0 || oldest === null) return [];
  const wait = count === 1 ? '1 waits' : `${count} wait, the oldest`;
  const text = `${wait} for ${ageOf(oldest)}; a real request may be among them: list --suspects shows them, accept ID delivers one`;
  return [{ what: 'suspects', state: 'warning', text }];
}

/** How long ago a stored time is, in the largest unit that it fills. */
function ageOf(time: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}

function contentOf(config: Config): Finding[] {
  const left = placeholdersLeft(config);
  if (left.length === 0) return [{ what: 'legal texts', state: 'ok', text: 'filled in' }];
  return left.map(({ what, text }) => ({ what, state: 'warning', text }));
}

async function sendTest({ name, deliver }: Channel): Promise<Finding> {
  const what = `test by ${name}`;
  try {
    const signal = AbortSignal.timeout(testLimit);
    const text = await deliver({ id: randomUUID(), booking: undefined }, signal);
    return { what, state: 'ok', text: `sent; the answer: ${text}` };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { what, state: 'wrong', text };
  }
}
