import { statfs } from 'node:fs/promises';
import { type Config, siteSettingsOf } from '../config/config.ts';
import { type Warning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf } from '../delivery/channels.ts';
import { databaseName, embeddedFile } from '../store/open.ts';
import { findFault } from '../store/sqlite/backup.ts';
import {
  channelDeliveries,
  channelsConfigured,
  type Finding,
  quarantined,
  runningServer,
  sendTest,
  withoutDelivery,
} from './findings.ts';
import { withStore } from './store.ts';
import { formatJson, formatTable } from './table.ts';

interface DoctorOptions {
  json?: true;
  sendTest?: true;
}

/** Checks the settings, the database, the deliveries and what visitors see. */
export async function doctor(config: Config, options: DoctorOptions): Promise<number> {
  const channels = channelsOf(config);
  const findings = [
    { what: 'settings', state: 'ok', text: 'all can be used' } as const,
    ...channelsConfigured(channels),
    await runningServer(config, channels.length > 0),
    ...(await storeAndDeliveries(config, channels)),
    ...siteOf(config),
    ...(options.sendTest ? await Promise.all(channels.map(sendTest)) : []),
  ];
  const table = formatTable(
    ['STATE', 'WHAT', 'FOUND'],
    findings.map(({ state, what, text }) => [state, what, text]),
  );
  process.stdout.write(options.json ? formatJson(findings) : table);
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

async function storeAndDeliveries(
  config: Config,
  channels: readonly Channel[],
): Promise<Finding[]> {
  try {
    return await withStore(config, async (store) => {
      await store.check();
      const count = await store.countBookings();
      const text = `${databaseName(config)} can be written and holds ${count} ${count === 1 ? 'booking' : 'bookings'}`;
      const deliveries = (await store.summarizeDeliveries()).map((summary) =>
        channelDeliveries(summary, config.deliveryLateMinutes, channels),
      );
      return [
        { what: 'database', state: 'ok', text },
        ...wholeness(config),
        ...(await freeSpace(config)),
        ...deliveries.flat(),
        ...quarantined(await store.summarizeQuarantine()),
        ...(channels.length > 0 ? await withoutDelivery(store, config.deliveryLateMinutes) : []),
      ];
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ what: 'database', state: 'wrong', text }];
  }
}

/** Whether the embedded database is whole; a database server looks after itself. */
function wholeness(config: Config): Finding[] {
  if (embeddedFile(config) === undefined) return [];
  const fault = findFault(config.dataFolder);
  if (fault === undefined) return [];
  const text = `the database is damaged: ${fault}. Restore a backup`;
  return [{ what: 'database', state: 'wrong', text }];
}

/** Below this, in bytes, doctor reports the disk as a fault. */
const minimumFreeSpace = 100 * 1024 * 1024;

/** The disk of a database server is for its own operator to watch. */
async function freeSpace(config: Config): Promise<Finding[]> {
  if (embeddedFile(config) === undefined) return [];
  const { dataFolder } = config;
  const { bavail, bsize } = await statfs(dataFolder);
  const text = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free in ${dataFolder}`;
  return [{ what: 'disk', state: bavail * bsize < minimumFreeSpace ? 'wrong' : 'ok', text }];
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
  return Object.entries(fine).flatMap(([what, text]): Finding[] => {
    const about = warnings.filter((warning) => warning.what === what);
    if (about.length === 0) return [{ what, state: 'ok', text }];
    return about.map((warning) => ({ what, state: 'warning', text: warning.text }));
  });
}
