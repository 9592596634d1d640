import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Channel } from '../../server/delivery/channel.ts';
import { mailChannel } from '../../server/delivery/mail.ts';
import { webhookChannel } from '../../server/delivery/webhook.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { temporaryFolder } from './database.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import { startWebhookReceiver, webhookSecret } from './webhook-receiver.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** A store that makes deliveries for these channels, with a clock and a log that the test reads. */
export async function openDeliveryStore(...channels: Channel[]) {
  const folder = await temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 2) };
  const now = () => clock.now;
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const open = async () => {
    const names = channels.map(({ name }) => name);
    const store = await openSqlite({ folder, now, channels: names });
    onTestFinished(() => store.close());
    return store;
  };
  return { folder, clock, now, lines, log, open, store: await open() };
}

/** Closed when the test is over. */
export async function catcher(...args: Parameters<typeof startMailCatcher>): Promise<MailCatcher> {
  const server = await startMailCatcher(...args);
  onTestFinished(() => server.close());
  return server;
}

/** Closed when the test is over. */
export async function receiver(...args: Parameters<typeof startWebhookReceiver>) {
  const server = await startWebhookReceiver(...args);
  onTestFinished(() => server.close());
  return server;
}

export function mailTo(url: string): Channel {
  return mailChannel({ url, from: 'website@example.com', to: 'sales@example.com' });
}

export function hookTo(url: string): Channel {
  return webhookChannel({ url, secret: webhookSecret });
}
