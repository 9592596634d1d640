import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { type Channel, DeliveryFailure } from '../../server/desk/delivery/channel.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { webhookChannel } from '../../server/desk/delivery/webhook.ts';
import { createWorker } from '../../server/desk/delivery/worker.ts';
import { mailChannel } from '../../server/desk/mail/mail-channel.ts';
import {
  findBooking,
  insertBookings,
  type NewBooking,
  type VisitorDetails,
} from '../../server/store/bookings.ts';
import { storeIn } from './bookings-command.ts';
import { temporaryFolder } from './database.ts';
import { listen } from './free-port.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { booking } from './new-bookings.ts';
import { startWebhookReceiver, webhookSecret } from './webhook-receiver.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A log whose lines the test can read. */
export function openLines() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, log };
}

/** A store whose clock the test sets, and a worker that delivers through this channel. */
export async function openDesk(channel: Channel = failingChannel) {
  const folder = await temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 2) };
  const now = () => clock.now;
  const { lines, log } = openLines();
  const store = await storeIn(folder, { now });
  const worker = createWorker({ store, channel, log, now, random: () => 0.5 });
  return {
    ...{ folder, clock, lines, log, store, worker },
    /** Stores bookings, in this order, and creates their deliveries. */
    async book(bookings: readonly NewBooking[], details: VisitorDetails = {}) {
      for (const booking of bookings) await insertBookings(store, [booking], details);
      await dispatch(store, [channel.name]);
    },
    /** Attempts the due deliveries. Returns how many attempts had each outcome. */
    async deliver() {
      const before = { ...worker.counts };
      await worker.deliverDue();
      await worker.whenIdle();
      return {
        delivered: worker.counts.delivered - before.delivered,
        failed: worker.counts.failed - before.failed,
      };
    },
    deliveryOf: async (id = 1) => (await findBooking(store, id))?.deliveries[0],
  };
}

/** Stores a booking with these values, and attempts its delivery once. */
export async function deliverOnce(
  channel: Channel,
  values?: Parameters<typeof booking>[0],
  details?: VisitorDetails,
) {
  const desk = await openDesk(channel);
  await desk.book([booking(values)], details);
  const tries = await desk.deliver();
  return { ...desk, tries, delivery: await desk.deliveryOf() };
}

/** A channel with the test's own `deliver`. */
export function channelThat(deliver: Channel['deliver'], name: Channel['name'] = 'webhook') {
  return { name, target: 'nowhere', deliver } satisfies Channel;
}

/** A channel that fails at each attempt. */
export const failingChannel = channelThat(() =>
  Promise.reject(new DeliveryFailure('HTTP 500', 'HTTP 500')),
);

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

/** A server that accepts connections, and sends nothing. */
export async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${await listen(server)}`, sockets };
}

/** Settings for notices without links and without a deadline. */
export const plainConfig = checkConfig({ TIME_ZONE: 'UTC' }, '/');

/** The channel `mail` through this server, to one or more addresses. */
export function mailTo(url: string, ...to: string[]): Channel {
  const addresses = to.length > 0 ? to : ['sales@example.com'];
  const siteUrl = 'https://www.example.com';
  const settings = { url, from: 'website@example.com', to: addresses, siteUrl };
  return mailChannel(settings, plainConfig);
}

/** The program's settings for mail through this server. */
export const mailSettings = (SMTP_URL: string) => ({
  SMTP_URL,
  MAIL_FROM: 'website@example.com',
  NOTIFY_EMAIL: 'sales@example.com',
});

/** The program's settings for a webhook at this address. */
export const hookSettings = (WEBHOOK_URL: string) => ({
  WEBHOOK_URL,
  WEBHOOK_SECRET: webhookSecret,
});

type Webhook = Parameters<typeof webhookChannel>[0];

export function hookTo(url: string, options: Partial<Webhook> = {}): Channel {
  return webhookChannel({ url, secrets: [webhookSecret], ...options }, plainConfig);
}
