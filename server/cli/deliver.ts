import type { Config } from '../config/config.ts';
import { alertsWarning } from '../config/warnings.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { startOutbox } from '../delivery/outbox.ts';
import { createDeliveryWorker } from '../delivery/worker.ts';
import { jobsOf } from '../jobs.ts';
import { stopOnSignalOrFault } from '../shutdown.ts';
import { databaseName, migrateStore } from '../store/open.ts';
import { openLog } from '../terminal.ts';
import { failed, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Delivers what waits, without the website. */
export async function deliver(config: Config, { once }: { once?: true }): Promise<number> {
  const channels = channelsOf(config);
  if (channels.length === 0) return failed(`No channel is configured: ${setChannel}.`);
  const log = openLog(config.logLevel);
  const warning = once ? undefined : alertsWarning(config);
  if (warning !== undefined) log.warn(warning);
  return withStore(
    config,
    async (store) => {
      if (once) {
        const failed = channels.map((channel) =>
          deliverOnce({ store, log, now: Date.now, channel }),
        );
        return (await Promise.all(failed)).includes(true) ? 1 : 0;
      }
      const jobs = jobsOf(config, store, log);
      const outbox = startOutbox({ ...config, store, channels, log, jobs });
      return new Promise<never>(() =>
        stopOnSignalOrFault(log, async () => {
          await outbox.stop();
          await store.close();
        }),
      );
    },
    channels.map(({ name }) => name),
  );
}

/** Delivers what is due, and what a slow try left behind. Whether a try failed. */
async function deliverOnce(options: Parameters<typeof createDeliveryWorker>[0]): Promise<boolean> {
  const worker = createDeliveryWorker(options);
  let failed = 0;
  while (true) {
    const tries = await worker.deliverDue();
    const slow = await worker.triesInFlight();
    // A slow try is counted in `tries` when it ends.
    failed += tries.failed;
    if (slow.length === 0) return failed > 0;
  }
}

/** Brings the database up to this version. */
export async function migrate(config: Config): Promise<number> {
  await migrateStore(config);
  return succeeded(`${databaseName(config)} is up to date.`);
}
