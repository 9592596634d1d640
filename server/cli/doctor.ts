import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { alertChannelsOf, alertKinds, alertsWarning } from '../alerts/alert-channels.ts';
import { createNotifier, type Troubles } from '../alerts/notifier.ts';
import { lastBackup } from '../alerts/watch.ts';
import { formatJson } from '../bookings-file.ts';
import { isLoopback } from '../config/addresses.ts';
import { type Config, siteSettingsOf } from '../config/config.ts';
import { type Warning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { dueAt, isLate } from '../delivery/status.ts';
import { remindersWarning } from '../inbox/reminders.ts';
import { type ChannelSummary, isMail } from '../store/delivery.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import { findFault } from '../store/sqlite/backup.ts';
import { messageOf, type Store } from '../store/store.ts';
import { exposure } from './doctor/exposure.ts';
import { type Finding, ok, warning, wrong } from './doctor/finding.ts';
import { publicSite } from './doctor/public-site.ts';
import { runningServer } from './doctor/running-server.ts';
import { formatAge, formatTable, succeeded } from './output.ts';
import { withStore } from './store.ts';

interface DoctorOptions {
  json?: true;
  sendTest?: true;
  alert?: true;
  /** False: none of ours runs here. */
  server: boolean;
}

/** Checks the settings, the server, the database, the deliveries and what visitors see. */
export async function doctor(config: Config, options: DoctorOptions): Promise<number> {
  const channels = channelsOf(config);
  const findings = [
    ok('settings', 'all can be used'),
    ...exposure(config),
    ...channelsConfigured(channels),
    ...alertsConfigured(config),
    ...(options.server ? [await runningServer(config)] : []),
    ...(await storeAndDeliveries(config, channels)),
    ...siteOf(config),
    ...(await publicSite(config)),
    ...(options.sendTest ? await Promise.all(channels.map(sendTest)) : []),
  ];
  if (options.alert) findings.push(...(await tellOf(config, findings, options.server)));
  const objects = findings.map(({ what, state, text }) => ({ what, state, text }));
  const rows = objects.map(({ state, what, text }) => ({ STATE: state, WHAT: what, FOUND: text }));
  succeeded(options.json ? formatJson(objects) : formatTable(rows));
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

/** Tells by ALERT_EMAIL and ALERT_WEBHOOK_URL what is wrong, unless that was told before. */
async function tellOf(config: Config, findings: readonly Finding[], hasServer: boolean) {
  const isDatabaseDown = findings.some(({ alert }) => alert === 'database');
  const troubles: Troubles = {};
  for (const kind of alertKinds) {
    const about = findings.filter(({ alert }) => alert === kind);
    // What was not looked at is not over.
    const isSeen = {
      server: hasServer,
      database: true,
      deliveries: !isDatabaseDown,
      backup: findings.some(({ what }) => what === 'backup'),
      doctor: !isDatabaseDown,
    }[kind];
    if (about.length > 0)
      troubles[kind] = Object.fromEntries(
        about.map(({ what, text }) => [what, `${what}: ${text}`]),
      );
    else if (isSeen) troubles[kind] = null;
  }
  const { told, failures } = await createNotifier(config, alertChannelsOf(config))(troubles);
  return [
    ...told.map((text) => ok('told', text)),
    ...failures.map((text) => wrong('alerts', `did not go out ${text}`)),
  ];
}

const wrongIf = (what: string, text?: string) => (text === undefined ? [] : [wrong(what, text)]);

function alertsConfigured(config: Config): Finding[] {
  const text = alertsWarning(config);
  if (text !== undefined) return [warning('alerts', text)];
  const targets = alertChannelsOf(config).map(({ name, target }) => `by ${name} to ${target}`);
  return [ok('alerts', targets.join(' and '))];
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
  const findings = dead > 0 ? [wrong(what, gaveUp, 'deliveries')] : [];
  const configured = channels.some(({ name }) => name === channel);
  const waiting = `${pending} waiting, the oldest since ${oldest}; list --state pending shows them`;
  const isTakenOver = isMail(channel) && channels.some(({ name }) => isMail(name));
  const gone = isTakenOver
    ? 'not in NOTIFY_EMAIL any more, the first address takes over'
    : 'not configured';
  const waits = configured ? waiting : `${channel} is ${gone}: ${waiting}`;
  const way = configured ? 'show ID tells why' : 'done ID says that you have read one';
  if (isLate(oldest, lateMinutes, Date.now())) {
    const text = `longer than DELIVERY_LATE_MINUTES (${lateMinutes}): ${waits}, ${way}`;
    findings.push(wrong(what, text, 'deliveries'));
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
async function quarantined(store: Store): Promise<Finding[]> {
  const { count, oldest } = await store.summarizeQuarantine();
  if (count === 0 || oldest === null) return [];
  const since = Date.now() - 24 * 60 * 60_000;
  const recent = await store.countBookings({ state: 'quarantined', since });
  const wait =
    count === 1 ? '1 waits,' : `${count} wait, ${recent} of the last 24 hours, the oldest`;
  const text = `${wait} ${formatAge(oldest)}; a real request may be among them: list --quarantined shows them, accept ID delivers one`;
  return [warning('quarantined', text)];
}

/** Only a warning: it is the provider who has to do something, and is reminded. */
async function leads(config: Config, store: Store): Promise<Finding[]> {
  const { contactWithinHours: hours } = config;
  if (hours === undefined) return [];
  const unreminded = remindersWarning(config);
  const findings = unreminded === undefined ? [] : [warning('leads', unreminded)];
  const now = Date.now();
  const count = await store.countOverdue(dueAt(hours, now));
  const limit = `CONTACT_WITHIN_HOURS (${hours})`;
  if (count === 0) return [...findings, ok('leads', `none waits longer than ${limit}`)];
  const [oldest] = (await store.reportFigures(now)).open;
  const since = oldest === undefined ? '' : `, the oldest asked ${formatAge(oldest)}`;
  const text = `${count} ${count === 1 ? 'waits' : 'wait'} longer than ${limit}${since}: when somebody has written to them, contacted ID says so, or the inbox`;
  return [...findings, warning('leads', text)];
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
        ...(await embeddedDatabase(config, store)),
        ...wrongIf('visitors', await store.findVisitorRightsFault?.()),
        ...[...summaries, ...idle].flatMap((summary) =>
          channelDeliveries(summary, lateMinutes, channels),
        ),
        ...(await quarantined(store)),
        ...(await leads(config, store)),
        ...(channels.length > 0 ? await withoutDelivery(store, lateMinutes) : []),
      ];
    });
  } catch (error) {
    return [wrong('database', messageOf(error), 'database')];
  }
}

/** Below this, in bytes, doctor reports the disk as a fault. */
const minimumFreeSpace = 100 * 1024 * 1024;

/** Whether it is whole and has room. A database server has an operator of its own. */
async function embeddedDatabase(config: Config, store: Store): Promise<Finding[]> {
  if (embeddedFile(config) === undefined) return [];
  const { dataFolder } = config;
  const fault = findFault(dataFolder);
  const damage = `the database is damaged: ${fault}. Restore a backup`;
  const { bavail, bsize } = await statfs(dataFolder);
  const disk = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free in ${dataFolder}`;
  return [
    ...(fault === undefined ? await backups(config, store) : [wrong('database', damage)]),
    bavail * bsize < minimumFreeSpace ? wrong('disk', disk) : ok('disk', disk),
  ];
}

async function backups(config: Config, store: Store): Promise<Finding[]> {
  const last = lastBackup(config, await store.listCopies());
  if (last === undefined) return [warning('backup', 'none was ever made: ./lodemark backup FILE')];
  return [last.isOld ? wrong('backup', last.text, 'backup') : ok('backup', last.text)];
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
