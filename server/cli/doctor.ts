import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import {
  type AlertKind,
  alertChannelsOf,
  alertKinds,
  alertsWarning,
} from '../alerts/alert-channels.ts';
import { createNotifier, type Troubles } from '../alerts/notifier.ts';
import { formatJson } from '../bookings-file.ts';
import { isLoopback } from '../config/addresses.ts';
import { type Config, root } from '../config/config.ts';
import { warningsOf } from '../config/warnings.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { messageOf } from '../store/store.ts';
import { type Finding, ok, warning, wrong } from './doctor/finding.ts';
import { publicSite, runningServer } from './doctor/network.ts';
import { storeAndDeliveries } from './doctor/store.ts';
import { formatTable, succeeded } from './output.ts';

/** Checks the settings, the server unless none of ours runs here, the database, the deliveries and what visitors see. */
export async function doctor(
  config: Config,
  options: { json?: true; sendTest?: true; alert?: true; server: boolean },
): Promise<number> {
  const channels = channelsOf(config);
  const findings = [
    ok('settings', 'all can be used'),
    ...exposure(config),
    ...channelsConfigured(channels),
    alertsConfigured(config),
    ...(options.server ? [await runningServer(config)] : []),
    ...(await storeAndDeliveries(config, channels)),
    // What the server warns of at its start; here visitors are expected.
    ...Object.entries(warningsOf(config, true)).map(([what, text]) => warning(what, text)),
    ...(await publicSite(config)),
    ...(options.sendTest ? await Promise.all(channels.map(sendTest)) : []),
  ];
  if (options.alert) findings.push(...(await tellOf(config, findings)));
  const objects = findings.map(({ what, state, text }) => ({ what, state, text }));
  const rows = objects.map(({ state, what, text }) => ({ STATE: state, WHAT: what, FOUND: text }));
  succeeded(options.json ? formatJson(objects) : formatTable(rows));
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

/** Tells by ALERT_EMAIL and ALERT_WEBHOOK_URL what is wrong, unless that was told before. */
async function tellOf(config: Config, findings: readonly Finding[]) {
  const isDatabaseDown = findings.some(({ alert }) => alert === 'database');
  // What was not looked at is not over.
  const isSeen = (kind: AlertKind) =>
    !['server', 'backup'].includes(kind) || findings.some(({ what }) => what === kind);
  const troubles: Troubles = {};
  for (const kind of alertKinds) {
    const about = findings.filter(({ alert }) => alert === kind);
    const sentences = about.map(({ what, text }) => [what, `${what}: ${text}`]);
    if (about.length > 0) troubles[kind] = Object.fromEntries(sentences);
    else if (!isDatabaseDown && isSeen(kind)) troubles[kind] = null;
  }
  const { told, failures } = await createNotifier(config, alertChannelsOf(config))(troubles);
  return [
    ...told.map((text) => ok('told', text)),
    ...failures.map((text) => wrong('alerts', `did not go out ${text}`)),
  ];
}

/** Whether others on this machine or on the way to the database can read what is secret. */
function exposure({ databaseUrl }: Config): Finding[] {
  const mode = statSync(path.join(root, '.env'), { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = databaseUrl !== undefined && !isEncrypted(databaseUrl);
  const file = 'everybody on this machine can read it: chmod 600 .env';
  const way =
    'the way to the database may be open to whoever is on it: add sslmode=verify-full and sslrootcert to DATABASE_URL';
  return [
    ...((mode & 0o004) === 0 ? [] : [warning('.env', file)]),
    ...(isOpen ? [warning('encryption', way)] : []),
  ];
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION: other modes may go without. */
function isEncrypted(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = hostname || searchParams.get('host') || '';
  if (isLoopback(host) || host.startsWith('/')) return true;
  return /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '');
}

function channelsConfigured(channels: readonly Channel[]): Finding[] {
  const none = `none is configured, bookings are kept and wait: ${setChannel}`;
  if (channels.length === 0) return [warning('channels', none)];
  return channels.map(({ name, target }) =>
    target.startsWith('http://') && !isLoopback(new URL(target).hostname)
      ? warning(name, `to ${target}, which everybody on the way can read`)
      : ok(name, `to ${target}`),
  );
}

function alertsConfigured(config: Config): Finding {
  const text = alertsWarning(config);
  const targets = alertChannelsOf(config).map(({ name, target }) => `by ${name} to ${target}`);
  return text === undefined ? ok('alerts', targets.join(' and ')) : warning('alerts', text);
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
