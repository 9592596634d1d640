import type { Config } from '../config/config.ts';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { startOutbox } from '../delivery/outbox.ts';
import { createDeliveryWorker } from '../delivery/worker.ts';
import { signalled } from '../shutdown.ts';
import { databaseName, migrateStore } from '../store/open.ts';
import { openLog } from '../terminal.ts';
import { failed, succeeded } from './output.ts';
import { withStore } from './store.ts';

/** Delivers what waits, without the website. */
export async function deliver(config: Config, { once }: { once?: true }): Promise<number> {
  const channels = channelsOf(config);
  if (channels.length === 0) return failed(`No channel is configured: ${setChannel}.`);
  const log = openLog(config.logLevel);
  return withStore(
    config,
    async (store) => {
      if (once) {
        const results = await Promise.all(
          channels.map(async (channel) => {
            const worker = createDeliveryWorker({ store, log, now: Date.now, channel });
            let failed = 0;
            let slow: unknown[];
            do {
              const tries = await worker.deliverDue();
              slow = await worker.slowTries();
              failed += tries.failed;
            } while (slow.length > 0);
            return failed === 0;
          }),
        );
        return results.every(Boolean) ? 0 : 1;
      }
      const { deliveryLateMinutes: lateMinutes, retentionDays } = config;
      const outbox = startOutbox({ store, channels, log, lateMinutes, retentionDays });
      await signalled();
      await outbox.stop();
      return 0;
    },
    channels.map(({ name }) => name),
  );
}

/** Brings the database up to this version. */
export async function migrate(config: Config): Promise<number> {
  await migrateStore(config);
  return succeeded(`${databaseName(config)} is up to date.`);
}
