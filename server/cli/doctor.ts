import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { isLoopback, localUrl } from '../config/addresses.ts';
import { type Config, siteSettingsOf } from '../config/config.ts';
import { type Warning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { isLate } from '../delivery/status.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import { findFault } from '../store/sqlite/backup.ts';
import { messageOf, type QuarantineSummary, type Store } from '../store/store.ts';
import { formatJson, formatTable, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Checks the settings, the database, the deliveries and what visitors see. */
export async function doctor(
  config: Config,
  options: { json?: true; sendTest?: true },
): Promise<number> {
  const channels = channelsOf(config);
  const findings = [
    ok('settings', 'all can be used'),
    ...channelsConfigured(channels),
    await runningServer(config, channels.length > 0),
    ...(await storeAndDeliveries(config, channels)),
    ...siteOf(config),
    ...(options.sendTest ? await Promise.all(channels.map(sendTest)) : []),
  ];
  const rows = findings.map(({ state, what, text }) => [state, what, text]);
  succeeded(options.json ? formatJson(findings) : formatTable(['STATE', 'WHAT', 'FOUND'], rows));
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

/** What doctor found out about one thing. `wrong` alarms; `text` is a sentence for the operator. */
interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  text: string;
}

const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });
const wrong = (what: string, text: string): Finding => ({ what, state: 'wrong', text });
const wrongIf = (what: string, text?: string) => (text === undefined ? [] : [wrong(what, text)]);

/**
 * Whether a server runs where these settings say, and whether it was started with a channel, as
 * they have one: a server reads its settings when it starts.
 */
async function runningServer({ host, port }: Config, hasChannels: boolean) {
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
function channelsConfigured(channels: readonly Channel[]): Finding[] {
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
async function sendTest({ name, deliver }: Channel): Promise<Finding> {
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
function channelDeliveries(
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
async function withoutDelivery(store: Store, lateMinutes: number): Promise<Finding[]> {
  const count = await store.countBookings({ state: 'none' });
  if (count === 0) return [];
  const until = Date.now() - lateMinutes * 60_000;
  const late = (await store.countBookings({ state: 'none', until })) > 0;
  const text = `${count} have no delivery yet: a server that runs with these settings makes them, the oldest first`;
  return [late ? wrong('bookings', text) : ok('bookings', text)];
}

/** Only a warning: spam always comes, but somebody has to look at it. */
function quarantined({ count, oldest }: QuarantineSummary): Finding[] {
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

async function storeAndDeliveries(
  config: Config,
  channels: readonly Channel[],
): Promise<Finding[]> {
  const { deliveryLateMinutes: lateMinutes } = config;
  try {
    return await withStore(config, async (store) => {
      await store.check();
      const count = await store.countBookings();
      const text = `${databaseName(config)} can be written and holds ${count} ${count === 1 ? 'booking' : 'bookings'}`;
      const summaries = await store.summarizeDeliveries();
      const idle = channels
        .filter(({ name }) => !summaries.some(({ channel }) => channel === name))
        .map(({ name }) => ({ channel: name, pending: 0, dead: 0, oldest: null }));
      return [
        ok('database', text),
        ...(await embeddedDatabase(config)),
        ...wrongIf('visitors', await store.findVisitorRightsFault?.()),
        ...[...summaries, ...idle].flatMap((summary) =>
          channelDeliveries(summary, lateMinutes, channels),
        ),
        ...quarantined(await store.summarizeQuarantine()),
        ...(channels.length > 0 ? await withoutDelivery(store, lateMinutes) : []),
      ];
    });
  } catch (error) {
    return [wrong('database', messageOf(error))];
  }
}

/** Below this, in bytes, doctor reports the disk as a fault. */
const minimumFreeSpace = 100 * 1024 * 1024;

/** Whether it is whole and has room. A database server has an operator of its own. */
async function embeddedDatabase(config: Config): Promise<Finding[]> {
  if (embeddedFile(config) === undefined) return [];
  const { dataFolder } = config;
  const fault = findFault(dataFolder);
  const damage = `the database is damaged: ${fault}. Restore a backup`;
  const { bavail, bsize } = await statfs(dataFolder);
  const disk = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free in ${dataFolder}`;
  return [
    ...(fault === undefined ? [] : [wrong('database', damage)]),
    bavail * bsize < minimumFreeSpace ? wrong('disk', disk) : ok('disk', disk),
  ];
}

/** What the server warns of at its start, a line for each thing; here visitors are expected. */
function siteOf(config: Config): Finding[] {
  const { siteUrl, backendUrl, contactEmail } = siteSettingsOf(config);
  const fine: Readonly<Record<Warning['what'], string>> = {
    address: siteUrl,
    'data interface': backendUrl,
    name: 'yours',
    'legal texts': 'filled in',
    'mail address': contactEmail,
  };
  const warnings = warningsOf(config, true);
  return Object.entries(fine).flatMap(([what, text]) => {
    const about = warnings.filter((found) => found.what === what);
    return about.length === 0 ? [ok(what, text)] : about.map(({ text }) => warning(what, text));
  });
}
