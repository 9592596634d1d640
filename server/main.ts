import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { alertsWarning } from './alerts/alert-channels.ts';
import { createProgram, report } from './command-line.ts';
import { isForeign } from './config/addresses.ts';
import {
  type Config,
  ConfigError,
  identityOf,
  readConfig,
  root,
  siteSettingsOf,
} from './config/config.ts';
import { warningsOf } from './config/warnings.ts';
import type { Channel } from './delivery/channel.ts';
import { channelsOf, openMailTransport, setChannel } from './delivery/channels.ts';
import { startOutbox } from './delivery/outbox.ts';
import { createServer } from './http/app.ts';
import { mustBeBuilt } from './http/built-site.ts';
import { openPages, type Pages, renderInWorker } from './http/pages.ts';
import { type InboxPage, loadInbox } from './inbox/page.ts';
import { remindersWarning } from './inbox/reminders.ts';
import { jobsOf } from './jobs.ts';
import { stopOnSignalOrFault } from './shutdown.ts';
import { databaseName, openStore } from './store/open.ts';
import { inboxSentence, openLog, startMessage } from './terminal.ts';

createProgram('npm start --')
  .description(
    'Serves the site and takes the bookings until it is stopped (Ctrl+C, or SIGTERM). Settings are read from the environment and .env: docs/operations.md lists them. For the bookings: ./lodemark --help',
  )
  .option('--dev', 'show edits at once: npm run dev')
  .action(start)
  .parseAsync()
  .catch((error) => process.exit(report(error)));

async function start({ dev: development = false }: { dev?: boolean }): Promise<void> {
  const config = readConfig();
  // A person at the terminal needs no line for each of their own requests.
  const isQuiet = process.stdout.isTTY && config.logLevel === 'info';
  const log = openLog(isQuiet ? 'warn' : config.logLevel);
  const channels = channelsOf(config);
  const [store, pages] = await Promise.all([
    openStore(config, {
      channels: channels.map(({ name }) => name),
      migrate: true,
      onCrash: (err) =>
        log.error({ err }, 'the thread of the database crashed and is started again'),
    }),
    development ? openDevelopment(config) : openBuilt(config, log),
  ]);
  const jobs = jobsOf(config, store, log);
  const outbox = startOutbox({ ...config, store, channels, log, jobs });
  const app = await createServer({
    pages,
    store,
    outbox,
    identify: async () => identityOf(config, await store.findSecret()),
    log,
    publicKey: config.publicKey,
    // It may be the foreign one itself, under a name that only the outside knows.
    dataPath: isForeign(config.backendUrl) ? '/rest/v1' : config.backendUrl,
    rateLimit: config.rateLimit,
    trustProxy: config.trustProxy,
    inbox: config.inboxUsers &&
      pages.inbox && {
        page: pages.inbox,
        store,
        users: config.inboxUsers,
        contactWithinHours: config.contactWithinHours,
        transport: config.mail && openMailTransport(config.mail),
        now: Date.now,
      },
    development,
  });
  stopOnSignalOrFault(log, async () => {
    await Promise.all([app.close(), outbox.stop()]);
    await pages.close();
    await store.close();
  });
  const { host, port } = config;
  const address = await app.listen({ host, port }).catch(async (error) => {
    // A delivery that has begun would otherwise wait for its lease to end.
    await outbox.stop(0);
    throw listenError(error);
  });
  if (process.stdout.isTTY)
    process.stdout.write(startMessage(config, Number(new URL(address).port), channels));
  else logStart(config, channels, log);
  await store
    .check()
    .catch((err) => log.error({ err }, 'the database cannot be written: no booking can be stored'));
}

/** The pages, and the inbox's where there is one. */
type AllPages = Pages & { inbox?: InboxPage | undefined };

async function openBuilt(config: Config, log: Logger): Promise<AllPages> {
  const folder = path.join(root, 'dist');
  mustBeBuilt(folder);
  const faults = await readFile(path.join(folder, 'content-faults.txt'), 'utf8').catch(() => '');
  for (const fault of faults.split('\n')) if (fault) log.warn(fault);
  const pages = await openPages({
    render: (settings) => renderInWorker(folder, settings),
    settings: siteSettingsOf(config),
    now: Date.now,
    log,
  });
  return { ...pages, inbox: config.inboxUsers && (await loadInbox(folder, config)) };
}

async function openDevelopment(config: Config): Promise<AllPages> {
  const { openVitePages } = await import('./http/vite-pages.ts');
  return openVitePages({ root, settings: siteSettingsOf(config), dataFolder: config.dataFolder });
}

function logStart(config: Config, channels: readonly Channel[], log: Logger): void {
  log.info(`The site is at ${config.siteUrl}`);
  if (isForeign(config.backendUrl)) {
    log.info(`The page posts its bookings to another data interface, ${config.backendUrl}`);
  }
  log.info(`Bookings are stored in ${databaseName(config)}: ./lodemark list`);
  const inbox = inboxSentence(config);
  if (inbox !== undefined) log.info(inbox);
  for (const text of Object.values(warningsOf(config))) log.warn(text);
  for (const { target } of channels) log.info(`Bookings are delivered to ${target}`);
  const undelivered = `Bookings are delivered to nobody: ${setChannel}. They are kept, and delivered when you have`;
  const warning = channels.length > 0 ? alertsWarning(config) : undelivered;
  if (warning !== undefined) log.warn(warning);
  const unreminded = remindersWarning(config);
  if (unreminded !== undefined) log.warn(unreminded);
}

/** A sentence for the operator, where they can put it right. */
function listenError(error: NodeJS.ErrnoException): Error {
  const { address, port } = Object(error);
  const notOurs =
    'HOST is not an address of this machine: write localhost, 0.0.0.0 or one of its addresses.';
  const sentences: Record<string, string> = {
    EADDRINUSE: `${address}:${port} is in use, perhaps by this program itself: stop it, or set PORT to another number.`,
    EACCES: `Listening on ${address}:${port} is not allowed: set PORT to a number above 1023.`,
    EADDRNOTAVAIL: notOurs,
    ENOTFOUND: notOurs,
    EAI_AGAIN: notOurs,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new ConfigError(sentence);
}
