import { statfs } from 'node:fs/promises';
import { lastBackup } from '../../alerts/watch.ts';
import type { Config } from '../../config/config.ts';
import type { Channel } from '../../delivery/channel.ts';
import { dueAt, isLate, lateAfter } from '../../delivery/status.ts';
import { remindersWarning } from '../../inbox/reminders.ts';
import { formatDuration } from '../../inbox/report.ts';
import type { ChannelSummary } from '../../store/delivery.ts';
import { databaseName, embeddedFile } from '../../store/open.ts';
import { findFault } from '../../store/sqlite/backup.ts';
import { messageOf, type Store } from '../../store/store.ts';
import { formatAge } from '../output.ts';
import { withStore } from '../store.ts';
import { type Finding, ok, warning, wrong, wrongIf } from './finding.ts';

/** What is in the database: whether it can be used, and what waits there for somebody. */
export async function storeAndDeliveries(
  config: Config,
  channels: readonly Channel[],
): Promise<Finding[]> {
  try {
    return await withStore(config, async (store) => {
      await store.check();
      const count = await store.countBookings();
      const text = `${databaseName(config)} can be written and holds ${count} ${count === 1 ? 'booking' : 'bookings'}`;
      const rights = await store.findVisitorRightsFault?.();
      const summaries = await store.summarizeDeliveries();
      const idle = channels
        .filter(({ name }) => !summaries.some(({ channel }) => channel === name))
        .map(({ name }) => ({ channel: name, pending: 0, dead: 0, oldest: null }));
      return [
        ok('database', text),
        ...(await embeddedDatabase(config, store)),
        ...(rights === undefined ? [] : [wrong('visitors', rights)]),
        ...[...summaries, ...idle].flatMap((summary) => channelDeliveries(summary, channels)),
        ...(await quarantined(store)),
        ...(await leads(config, store)),
        ...(channels.length > 0 ? await withoutDelivery(store) : []),
      ];
    });
  } catch (error) {
    return [wrong('database', messageOf(error), 'database')];
  }
}

/** Whether it is whole and has room, and when it was backed up. A database server has an operator of its own. */
async function embeddedDatabase(config: Config, store: Store): Promise<Finding[]> {
  const { dataFolder } = config;
  if (embeddedFile(config) === undefined) return [];
  const fault = findFault(dataFolder);
  const damage = `the database is damaged: ${fault}. Restore a backup`;
  const { bavail, bsize } = await statfs(dataFolder);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  const disk = `${megabytes} MB are free in ${dataFolder}`;
  return [
    fault === undefined ? await backups(config, store) : wrong('database', damage),
    wrongIf(megabytes < 100, 'disk', disk),
  ];
}

async function backups(config: Config, store: Store): Promise<Finding> {
  const last = lastBackup(config, await store.listCopies());
  if (last === undefined) return warning('backup', 'none was ever made: ./lodemark backup FILE');
  return wrongIf(last.isOld, 'backup', last.text, 'backup');
}

function channelDeliveries(
  { channel, pending, dead, oldest }: ChannelSummary,
  channels: readonly Channel[],
): Finding[] {
  const what = `by ${channel}`;
  const gaveUp = `${dead} dead: list --state dead shows them, replay --dead sends them again, done --dead says that you have read them`;
  const findings = dead > 0 ? [wrong(what, gaveUp, 'deliveries')] : [];
  const isConfigured = channels.some(({ name }) => name === channel);
  const gone = isConfigured ? '' : `${channel} is not configured: `;
  const way = isConfigured ? 'show ID tells why' : 'done ID says that you have read one';
  const waits = `${gone}${pending} waiting, the oldest since ${oldest}; list --state pending shows them, ${way}`;
  if (isLate(oldest, lateAfter, Date.now())) {
    const text = `longer than an hour: ${waits}`;
    findings.push(wrong(what, text, 'deliveries'));
  } else if (isLate(oldest, isConfigured ? 2 * 60_000 : 0, Date.now())) {
    // It has failed, or nobody delivers.
    findings.push(warning(what, `not delivered at once: ${waits}`));
  } else if (isConfigured) {
    findings.push(ok(what, pending > 0 ? waits : 'nothing is waiting'));
  }
  return findings;
}

/** Only a warning: spam always comes, but somebody has to look at it. */
async function quarantined(store: Store): Promise<Finding[]> {
  const { count, oldest } = await store.summarizeQuarantine();
  if (oldest === null) return [];
  const since = Date.now() - 24 * 60 * 60_000;
  const recent = await store.countBookings({ state: 'quarantined', since });
  const wait = `${count} ${count === 1 ? 'waits' : 'wait'}, ${recent} of the last 24 hours, the oldest ${formatAge(oldest)}`;
  const text = `${wait}; a real request may be among them: list --quarantined shows them, accept ID delivers one`;
  return [warning('quarantined', text)];
}

/** Only a warning: it is the provider who has to do something, and is reminded. */
async function leads(config: Config, store: Store): Promise<Finding[]> {
  const { contactWithin } = config;
  if (contactWithin === undefined) return [];
  const unreminded = remindersWarning(config);
  const findings = unreminded === undefined ? [] : [warning('leads', unreminded)];
  const { count, oldest } = await store.summarizeOverdue(dueAt(contactWithin, Date.now()));
  const limit = `CONTACT_WITHIN (${formatDuration(contactWithin)})`;
  if (oldest === null) return [...findings, ok('leads', `none waits longer than ${limit}`)];
  const text = `${count} ${count === 1 ? 'waits' : 'wait'} longer than ${limit}, the oldest asked ${formatAge(oldest)}: when somebody has written to them, contacted ID says so, or the inbox`;
  return [...findings, warning('leads', text)];
}

/** Bookings from before a channel was configured: the worker makes their deliveries, a few at a time. */
async function withoutDelivery(store: Store): Promise<Finding[]> {
  const count = await store.countBookings({ state: 'none' });
  if (count === 0) return [];
  const until = Date.now() - lateAfter;
  const late = await store.countBookings({ state: 'none', until });
  const text = `${count} have no delivery yet: a server that runs with these settings makes them, the oldest first`;
  return [wrongIf(late > 0, 'bookings', text)];
}
