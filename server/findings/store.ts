import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Channel } from '../delivery/channel.ts';
import { isLate, lateAfter } from '../delivery/status.ts';
import type { ChannelSummary } from '../store/delivery.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** From when on the last backup is too old, in hours. */
const backupLateHours = 48;

/** Whether the database can be written, and what waits in it. Throws what the store throws. */
export async function storeFindings(
  config: Config,
  channels: readonly Channel[],
  store: Store,
): Promise<Finding[]> {
  await store.check();
  const rights = await store.findVisitorRightsFault?.();
  const summaries = await store.summarizeDeliveries();
  return [
    ok('database', `${databaseName(config)} can be written`),
    ...(rights === undefined ? [] : [wrong('visitor-rights', rights)]),
    ...summaries.flatMap((summary) => deliveries(summary, channels)),
    ...(channels.length > 0 ? await undispatched(store) : []),
    ...(embeddedFile(config) === undefined ? [] : await embedded(config, store)),
  ];
}

function deliveries(
  { channel, pending, dead, oldest }: ChannelSummary,
  channels: readonly Channel[],
): Finding[] {
  const isSet = channels.some(({ name }) => name === channel);
  const findings: Finding[] = [];
  if (dead > 0) {
    const text = `${dead} dead by ${channel}: list --state dead shows them, replay --dead sends them again, done --dead marks them as read`;
    findings.push({ ...wrong('delivery-dead', text), channel });
  }
  if (isLate(oldest, lateAfter, Date.now())) {
    const hint = isSet ? 'show ID says why' : 'the channel is not set any more: done marks them';
    const text = `${pending} waiting by ${channel} since ${oldest}: ${hint}`;
    findings.push({ ...wrong('delivery-late', text), channel });
  }
  if (findings.length > 0) return findings;
  return [{ ...ok('delivery', `${pending} waiting by ${channel}`), channel }];
}

/** Bookings from before a channel was set: the worker makes their deliveries, a few at a time. */
async function undispatched(store: Store): Promise<Finding[]> {
  const until = Date.now() - lateAfter;
  const count = await store.countBookings({ state: 'none', until });
  const text = `${count} bookings have no delivery yet: is a server running with these settings?`;
  return count > 0 ? [wrong('no-delivery', text)] : [];
}

/** Room and backups. The operator of a database server has other tools for both. */
async function embedded(config: Config, store: Store): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(config.dataFolder);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  const disk = `${megabytes} MB are free in ${config.dataFolder}`;
  return [megabytes < 100 ? wrong('disk-full', disk) : ok('disk', disk), await backup(store)];
}

async function backup(store: Store): Promise<Finding> {
  // Exports are recorded at the same place.
  const backups = (await store.listCopies()).filter(
    ({ file }) => !/\.(csv|json|ndjson)$/i.test(file),
  );
  const last = Math.max(...backups.map(({ written_at }) => Date.parse(written_at)));
  if (backups.length === 0) return warning('no-backup', 'No backup yet: ./lodemark backup FILE');
  const hours = Math.floor((Date.now() - last) / 3_600_000);
  const text = `the last backup is ${hours} hours old`;
  if (hours < backupLateHours) return ok('backup', text);
  return wrong(
    'backup-old',
    `${text}, more than ${backupLateHours}: ./lodemark backup FILE makes one`,
  );
}
