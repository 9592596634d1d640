import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { createProgram, mustBeBuilt, report } from './command-line.ts';
import { isForeign } from './config/addresses.ts';
import { type Config, readConfig, root, siteSettingsOf } from './config/config.ts';
import { channelsOf } from './delivery/channels.ts';
import { startOutbox } from './delivery/outbox.ts';
import { smtpTransport } from './delivery/smtp.ts';
import { createServer } from './http/app.ts';
import { openPages, type Pages, renderInWorker } from './http/pages.ts';
import { type InboxPage, loadInbox } from './inbox/page.ts';
import { jobsOf } from './jobs.ts';
import { stopOnSignalOrFault } from './shutdown.ts';
import { openStore } from './store/open.ts';
import { listenError, openLog, reportStart } from './terminal.ts';

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
    development
      ? import('./http/vite-pages.ts').then(({ openVitePages }) => openVitePages(config))
      : openBuilt(config, log),
  ]);
  const jobs = jobsOf(config, store, log);
  const outbox = startOutbox({ ...config, store, channels, log, jobs });
  const app = await createServer({
    pages,
    store,
    outbox,
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
        contactWithin: config.contactWithin,
        transport: config.mail && smtpTransport(config.mail),
        now: Date.now,
      },
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
  reportStart(config, Number(new URL(address).port), channels, log);
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
    log,
  });
  return { ...pages, inbox: config.inboxUsers && (await loadInbox(folder, config)) };
}
