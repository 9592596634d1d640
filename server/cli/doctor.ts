import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Config, siteSettingsOf } from '../config/config.ts';
import { type Warning, warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf } from '../delivery/channels.ts';
import { embeddedFile, placeOf } from '../store/open.ts';
import { channelsConfigured, sendTest } from './channel-findings.ts';
import type { Command, CommandContext } from './command.ts';
import { deliveriesOf, quarantinedFinding, withoutDelivery } from './delivery-findings.ts';
import type { Finding } from './finding.ts';
import { withStore } from './open-store.ts';
import { findRunningServer } from './running-server.ts';
import { formatTable } from './table.ts';

const help = `Usage: npm run bookings -- doctor [--send-test] [--json]

Checks the settings, the database, the disk, the deliveries and what visitors see. Exit
code 1 when something is wrong, such as a delivery that is dead or has waited longer
than DELIVERY_LATE_MINUTES: run it from a timer and let it alarm you.

  --send-test   also send a test through each channel, and tell what the other side said
  --json        an array of objects for machines: what, state (ok, warning, wrong), text

Example: npm run bookings -- doctor --send-test
`;

/** Less room than this on the disk is wrong. In bytes. */
const leastRoom = 100 * 1024 * 1024;

const options = {
  json: { type: 'boolean', default: false },
  'send-test': { type: 'boolean', default: false },
} as const;

export const doctor: Command = { help, options, run };

async function run({ args, config, stdout }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args,
    options,
  });
  const channels = channelsOf(config);
  const findings = [
    { what: 'settings', state: 'ok', text: 'all can be used' } as const,
    ...channelsConfigured(channels),
    await findRunningServer(config, channels.length > 0),
    ...(await storeAndDeliveries(config, channels)),
    ...siteOf(config),
    ...(values['send-test'] ? await Promise.all(channels.map(sendTest)) : []),
  ];
  const table = formatTable(
    ['STATE', 'WHAT', 'FOUND'],
    findings.map(({ state, what, text }) => [state, what, text]),
  );
  stdout.write(values.json ? `${JSON.stringify(findings, null, 2)}\n` : table);
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
      const text = `${placeOf(config)} can be written and holds ${count} ${count === 1 ? 'booking' : 'bookings'}`;
      const deliveries = (await store.summarizeDeliveries()).map((summary) =>
        deliveriesOf(summary, config.deliveryLateMinutes, channels),
      );
      return [
        { what: 'database', state: 'ok', text },
        ...(await room(config)),
        ...deliveries.flat(),
        ...quarantinedFinding(await store.summarizeQuarantine()),
        ...(channels.length > 0 ? await withoutDelivery(store, config.deliveryLateMinutes) : []),
      ];
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ what: 'database', state: 'wrong', text }];
  }
}

/** On a database server the disk is others' to watch. */
async function room(config: Config): Promise<Finding[]> {
  if (embeddedFile(config) === undefined) return [];
  const { dataFolder } = config;
  const { bavail, bsize } = await statfs(dataFolder);
  const text = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free in ${dataFolder}`;
  return [{ what: 'disk', state: bavail * bsize < leastRoom ? 'wrong' : 'ok', text }];
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
