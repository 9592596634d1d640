import type { Logger } from 'pino';
import { failed } from '../../cli/output.ts';
import { withStore } from '../../cli/with-store.ts';
import { stopOnSignalOrFault } from '../../command-line.ts';
import type { Config } from '../../config/config.ts';
import { openLog } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import type { Channel } from '../delivery/channel.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { dispatch } from '../delivery/dispatch.ts';
import { createWorker } from '../delivery/worker.ts';
import { startDesk } from '../desk.ts';

/** Delivers pending leads without the website. With `once`, returns 1 if an attempt failed. */
export async function deliver(settings: Config, { once }: { once?: true }): Promise<number> {
  // Without an inbox, SITE_URL may be a static host, where email links would not work.
  const config = { ...settings, publicUrl: settings.inboxUsers && settings.publicUrl };
  const channels = channelsOf(config);
  if (channels.length === 0) return failed(`No channel is configured: ${setChannel}.`);
  const log = openLog(config.logLevel);
  if (once)
    return withStore(config, async (store) => ((await deliverOnce(store, log, channels)) ? 1 : 0));
  const work = async (store: Store) => {
    const desk = startDesk({ config, store, log });
    for (const warning of desk.warnings) log.warn(warning);
    return new Promise<never>(() =>
      stopOnSignalOrFault(log, async () => {
        await desk.stop();
        await store.close();
      }),
    );
  };
  // The server's limits: a longer wait for the database would outlast the limit of a stop.
  return withStore(config, work, {});
}

/** Dispatches and delivers due notices. Returns whether an attempt failed. */
async function deliverOnce(store: Store, log: Logger, channels: readonly Channel[]) {
  const names = channels.map(({ name }) => name);
  await dispatch(store, names);
  const workers = channels.map((channel) => createWorker({ store, channel, log }));
  for (const worker of workers) await worker.deliverDue();
  for (const worker of workers) await worker.whenIdle();
  return workers.some(({ counts }) => counts.failed > 0);
}
