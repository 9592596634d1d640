import { statfs } from 'node:fs/promises';
import { type Config, siteSettingsOf } from '../config/config.ts';
import { type Warning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf } from '../delivery/channels.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import { findFault } from '../store/sqlite/backup.ts';
import { messageOf } from '../store/store.ts';
import {
  channelDeliveries,
  channelsConfigured,
  type Finding,
  ok,
  quarantined,
  runningServer,
  sendTest,
  warning,
  withoutDelivery,
  wrong,
} from './findings.ts';
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
      return [
        ok('database', text),
        ...(await embeddedDatabase(config)),
        ...summaries.flatMap((summary) => channelDeliveries(summary, lateMinutes, channels)),
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
