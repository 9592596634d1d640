import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { needsOperator } from '../delivery/status.ts';
import { logWhenChanged } from '../outage-log.ts';
import { embeddedFile } from '../store/open.ts';
import { messageOf, type Store } from '../store/store.ts';
import { alertChannelsOf } from './alert-channels.ts';
import { createNotifier, type Troubles } from './notifier.ts';

/** A look at database, deliveries and backups, which tells what is wrong; undefined where nobody is told. */
export function createWatch(config: Config, store: Store, log: Logger) {
  const channels = alertChannelsOf(config);
  if (channels.length === 0) return undefined;
  const tell = createNotifier(config, channels);
  const logFailure = logWhenChanged(log);
  return async (signal: AbortSignal): Promise<void> => {
    const { told, failures } = await tell(await troublesOf(config, store), signal);
    for (const text of told) log.warn(`told an operator: ${text}`);
    // Tried again each minute.
    logFailure(failures.length > 0 ? `an alarm did not go out: ${failures.join(', ')}` : '');
  };
}

async function troublesOf(config: Config, store: Store): Promise<Troubles> {
  try {
    await store.check();
  } catch (error) {
    return { database: { database: `${messageOf(error)}: ./lodemark doctor says more` } };
  }
  const late = (await store.summarizeDeliveries()).filter((summary) =>
    needsOperator(summary, Date.now()),
  );
  const deliveries = late.map(({ channel, dead, pending }) => [
    `by ${channel}`,
    `by ${channel} ${dead} dead and ${pending} waiting. Nothing is lost; ./lodemark doctor says what to do`,
  ]);
  const backup = lastBackup(config, await store.listCopies());
  return {
    database: null,
    deliveries: deliveries.length > 0 ? Object.fromEntries(deliveries) : null,
    backup: backup?.isOld ? { backup: backup.text } : null,
  };
}

/** After how many hours without a new backup the last one is old. */
const backupLimit = 48;

/** How old the newest recorded backup is, where one was ever made. A database server has backups of its own. */
export function lastBackup(
  config: Config,
  copies: readonly { file: string; written_at: string }[],
): { isOld: boolean; text: string } | undefined {
  const times = copies.filter(({ file }) => !isExport.test(file)).map((copy) => copy.written_at);
  const at = times.sort().at(-1);
  if (at === undefined || embeddedFile(config) === undefined) return undefined;
  const hours = Math.floor((Date.now() - Date.parse(at)) / 3_600_000);
  const text = `the last backup was made ${hours} hours ago`;
  if (hours < backupLimit) return { isOld: false, text };
  const hint =
    'make one by ./lodemark backup FILE; journalctl -u lodemark-backup says why none was';
  return { isOld: true, text: `${text}: ${hint}` };
}

/** What `./lodemark export` writes is recorded at the same place. */
const isExport = /\.(csv|json|ndjson)$/i;
