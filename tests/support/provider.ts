import { checkConfig } from '../../server/config/config.ts';
import { channelsOf } from '../../server/desk/delivery/channels.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { createWorker } from '../../server/desk/delivery/worker.ts';
import type { JobContext } from '../../server/desk/leads/jobs.ts';
import { catcher, mailSettings, openLines } from './delivery.ts';
import { databases } from './engines.ts';

type Create = (context: JobContext) => ((stop: AbortSignal) => Promise<void>) | undefined;

/** A provider with a mail server, a database, and the servers that these settings start. */
export async function openProvider(
  own: Record<string, string> = {},
  createDatabase: (typeof databases)[number][1] = databases[0][1],
  behaviour?: Parameters<typeof catcher>[0],
) {
  const { url, mails } = await catcher(behaviour);
  const settings = { ...mailSettings(url), ...own };
  const config = checkConfig(settings, '/');
  const database = await createDatabase();
  const store = await database.open();
  const { lines, log } = openLines();
  const dispatchAll = () =>
    dispatch(
      store,
      channelsOf(config).map(({ name }) => name),
    );
  return {
    ...{ config, database, dispatchAll, lines, mails, store },
    /** Starts another server, and returns its job. The job runs at each call. */
    async server(create: Create, more: Record<string, string> = {}) {
      const context = { config: checkConfig({ ...settings, ...more }, '/'), log };
      const run = create({ ...context, store: await database.open() });
      return async () => run?.(new AbortController().signal);
    },
    /** Attempts all due deliveries, receipts first. Returns the address of each email. */
    async deliver() {
      const before = mails.length;
      await dispatchAll();
      const channels = channelsOf(config);
      // Receipts wait for the provider's own delivery.
      for (const channel of channels.toReversed().concat(channels.slice(-1))) {
        const worker = createWorker({ store, channel, log, now: database.now });
        await worker.deliverDue();
        await worker.whenIdle();
      }
      return mails.slice(before).map(({ to }) => to?.[0]?.address);
    },
  };
}
