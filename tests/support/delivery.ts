import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { type Channel, DeliveryFailure } from '../../server/desk/delivery/channel.ts';
import { mailChannel } from '../../server/desk/mail/mail.ts';
import { type OutboxOptions, startOutbox } from '../../server/desk/delivery/outbox.ts';
import { smtpTransport } from '../../server/desk/mail/smtp.ts';
import { webhookChannel } from '../../server/desk/delivery/webhook.ts';
import { createDeliveryWorker } from '../../server/desk/delivery/worker.ts';
import { storeIn } from './bookings-command.ts';
import { temporaryFolder } from './database.ts';
import { listen } from './free-port.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { startWebhookReceiver, webhookSecret } from './webhook-receiver.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/**
 * A store that makes deliveries for these channels, with a clock that the test sets and a log that
 * it reads. `worker` and `outbox` deliver through the first channel and through all of them.
 */
export async function openDeliveryStore(...channels: Channel[]) {
  const folder = await temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 2) };
  const now = () => clock.now;
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const open = () => storeIn(folder, { now, channels: channels.map(({ name }) => name) });
  const store = await open();
  return {
    folder,
    clock,
    now,
    lines,
    log,
    open,
    store,
    worker: (options: Partial<Parameters<typeof createDeliveryWorker>[0]> = {}) =>
      createDeliveryWorker({
        store,
        channel: channels[0] ?? channelThat(async () => 'ok'),
        log,
        now,
        ...options,
      }),
    outbox: (options: Partial<OutboxOptions> = {}) => {
      const settings = {
        retentionDays: undefined,
        contactWithin: undefined,
      };
      const outbox = startOutbox({ store, channels, log, now, ...settings, ...options });
      onTestFinished(() => outbox.stop(0));
      return outbox;
    },
  };
}

/** A channel of the test's own. */
export function channelThat(deliver: Channel['deliver']): Channel {
  return { name: 'webhook', target: 'nowhere', deliver };
}

/** A channel that fails each try. */
export function channelThatFails(kind: DeliveryFailure['kind']): Channel {
  return channelThat(() => Promise.reject(new DeliveryFailure(kind, 'HTTP 500', 'HTTP 500')));
}

/** Closed when the test is over. */
export const catcher = closedAfterwards(startMailCatcher);

/** Closed when the test is over. */
export const receiver = closedAfterwards(startWebhookReceiver);

function closedAfterwards<Args extends unknown[], Server extends { close(): Promise<void> }>(
  start: (...args: Args) => Promise<Server>,
) {
  return async (...args: Args): Promise<Server> => {
    const server = await start(...args);
    onTestFinished(() => server.close());
    return server;
  };
}

/** A server without a protocol: the test decides what happens on each connection. */
export async function socketServer(
  behave: (socket: Socket) => void,
  { port, host }: { port?: number; host?: string } = {},
) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    behave(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listen(server, port, host), sockets };
}

export function mailTo(url: string): Channel {
  const to = 'sales@example.com';
  return mailChannel(smtpTransport({ url, from: 'website@example.com', to: [to] }), to);
}

/** The settings of the program for mail by this server. */
export const mailSettings = (SMTP_URL: string) => ({
  SMTP_URL,
  MAIL_FROM: 'website@example.com',
  NOTIFY_EMAIL: 'sales@example.com',
});

type Webhook = Parameters<typeof webhookChannel>[0];

export function hookTo(url: string, options: Partial<Webhook> = {}): Channel {
  return webhookChannel({ url, secrets: [webhookSecret], ...options });
}
