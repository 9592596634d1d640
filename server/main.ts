import path from 'node:path';
import { parseArgs } from 'node:util';
import pino, { type Logger } from 'pino';
import { isForeign } from './backend-url.ts';
import { type Config, ConfigError, readConfig, root } from './config.ts';
import type { Channel } from './desk/channel.ts';
import { channelsOf, setChannel } from './desk/channels.ts';
import { startDesk } from './desk/desk.ts';
import { openPages, type Pages } from './http/pages.ts';
import { prepareApart } from './http/prepare-apart.ts';
import { createServer } from './http/server.ts';
import { openStore, placeOf } from './open-store.ts';
import { loadRenderer, SiteMissing } from './site.ts';
import { siteSettingsOf } from './site-settings.ts';
import { sayFaults, stopOnSignal } from './stop.ts';
import { DatabaseRefused, type Store } from './store/store.ts';
import { warningsOf } from './warnings.ts';

async function start(): Promise<void> {
  const development = parseArgs({ options: { dev: { type: 'boolean', default: false } } }).values
    .dev;
  const config = readConfig();
  const log = await openLog(config.logLevel);
  const channels = channelsOf(config);
  const [{ store, sharedShares }, pages] = await Promise.all([
    openStore(config, {
      channels: channels.map(({ name }) => name),
      migrate: true,
      onCrash: (err) =>
        log.error({ err }, 'the thread of the database crashed and is started again'),
    }),
    development ? openDevelopment(config) : openBuilt(config, log),
  ]);
  const desk = startDesk({
    store,
    channels,
    log,
    lateMinutes: config.deliveryLateMinutes,
    retentionDays: config.retentionDays,
  });
  const app = await createServer({
    pages,
    store,
    desk,
    log,
    publicKey: config.publicKey,
    dataPath: dataPathOf(config),
    rateLimit: config.rateLimit,
    sharedShares,
    trustProxy: config.trustProxy,
    host: config.host,
    development,
  });
  const stop = stopOnSignal(log, async () => {
    await Promise.all([app.close(), desk.stop()]);
    await pages.close();
    await store.close();
  });
  sayFaults(log, stop);
  await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    // What the desk has begun would else wait for its lease to end.
    await desk.stop(0);
    throw error;
  });
  await sayWhatRuns(config, log, store);
  sayWhereBookingsGo(channels, log);
}

/** Lines of JSON for a machine; on a terminal the same for a person. */
async function openLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level });
  const { default: pretty } = await import('pino-pretty');
  return pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}

/**
 * In front of another data interface ours goes on answering at its own place: it may be the other
 * one, under a name that only the outside knows.
 */
function dataPathOf({ backendUrl }: Config): string {
  return isForeign(backendUrl) ? '/rest/v1' : backendUrl;
}

async function openBuilt(config: Config, log: Logger): Promise<Pages> {
  const folder = path.join(root, 'dist');
  return openPages({
    prepare: (settings) => prepareApart({ folder, settings }),
    renderSite: async (settings) => (await loadRenderer(folder))(settings),
    settings: siteSettingsOf(config),
    now: Date.now,
    log,
  });
}

async function openDevelopment(config: Config): Promise<Pages> {
  const { openVitePages } = await import('./http/vite-pages.ts');
  return openVitePages({ root, settings: siteSettingsOf(config), dataFolder: config.dataFolder });
}

async function sayWhatRuns(config: Config, log: Logger, store: Store): Promise<void> {
  log.info(`The site is at ${config.siteUrl}`);
  if (isForeign(config.backendUrl)) {
    log.info(`The page posts its bookings to another data interface, ${config.backendUrl}`);
  }
  log.info(`Bookings are stored in ${placeOf(config)}: npm run bookings -- list`);
  for (const { text } of warningsOf(config)) log.warn(text);
  await store
    .check()
    .catch((err) => log.error({ err }, 'the database cannot be written: no booking can be stored'));
}

function sayWhereBookingsGo(channels: readonly Channel[], log: Logger): void {
  for (const { name, target } of channels)
    log.info(`Bookings are delivered by ${name} to ${target}`);
  if (channels.length > 0) return;
  log.warn(
    `Bookings are delivered to nobody: ${setChannel}. They are kept, and delivered when you have`,
  );
}

/** For what an operator can put right: a sentence. Undefined for everything else, which is our fault. */
function sentenceFor(error: unknown): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof SiteMissing ||
    error instanceof DatabaseRefused
  ) {
    return error.message;
  }
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const place =
    'address' in error && 'port' in error ? `${error.address}:${error.port}` : 'HOST and PORT';
  switch (error.code) {
    case 'EADDRINUSE':
      return `${place} is in use, perhaps by this program itself: stop it, or set PORT to another number.`;
    case 'EACCES':
      return `Listening on ${place} is not allowed: set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'HOST is no address of this machine: write localhost, 0.0.0.0 or one of its addresses.';
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `${error.message}. The only option is --dev.`;
    default:
      return undefined;
  }
}

// The build imports this file to have its code compiled. Undefined before Node 24.2.
if (import.meta.main !== false) {
  start().catch((error) => {
    process.stderr.write(`${sentenceFor(error) ?? error?.stack ?? error}\n`);
    process.exit(1);
  });
}
