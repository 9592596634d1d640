import { parseArgs } from 'node:util';
import pino from 'pino';
import { channelsOf, setChannel } from '../delivery/channels.ts';
import { startOutbox } from '../delivery/outbox.ts';
import { createDeliveryWorker } from '../delivery/worker.ts';
import { signalled } from '../shutdown.ts';
import type { Command, CommandContext } from './command.ts';
import { withStore } from './open-store.ts';

const help = `Usage: npm run bookings -- deliver [--once]

Delivers what waits, without the website, until it is stopped (Ctrl-C or SIGTERM); also
erases by RETENTION_DAYS. Works beside the running server: nothing is delivered twice.

  --once   deliver what is due now, then end; exit code 1 when a try failed

Example: npm run bookings -- deliver --once
`;

const options = { once: { type: 'boolean', default: false } } as const;

export const deliver: Command = { help, options, run };

async function run({ args, config, stderr }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args, options });
  const channels = channelsOf(config);
  if (channels.length === 0) {
    stderr.write(`No channel is configured: ${setChannel}.\n`);
    return 1;
  }
  const log = pino({ level: config.logLevel });
  return withStore(
    config,
    async (store) => {
      if (values.once) {
        const options = { store, log, now: Date.now };
        const results = await Promise.all(
          channels.map((channel) => createDeliveryWorker({ ...options, channel }).deliverDue()),
        );
        return results.every(({ failed }) => failed === 0) ? 0 : 1;
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
