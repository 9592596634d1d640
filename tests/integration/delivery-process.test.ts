import { describe, expect, test, vi } from 'vitest';
import { deliver } from '../../server/cli/deliver.ts';
import { checkConfig } from '../../server/config/config.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand, bookingsFolder, storeIn } from '../support/bookings-command.ts';
import { catcher, mailSettings, receiver, socketServer } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { book, runWithData } from '../support/server-process.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

describe('the server and its outbox', () => {
  test('mail each address of NOTIFY_EMAIL by itself, whatever becomes of the others', async () => {
    const { url, mails } = await catcher({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address === 'gone@example.com'
            ? Object.assign(new Error('nobody here'), { responseCode: 550 })
            : null,
        ),
    });
    const NOTIFY_EMAIL = 'gone@example.com, Sales@example.com,office@example.com';
    const server = await runWithData({ ...mailSettings(url), NOTIFY_EMAIL });
    await expect.poll(server.stdout).toContain('Alarms are off');
    expect(server.stdout()).toMatch(/Bookings are delivered to .*sales@example\.com.* through 127/);
    await book(server.url);
    await expect.poll(() => mails.length).toBe(2);
    const deliveries = async () => {
      const { stdout } = await bookingsCommand(['show', '1', '--json'], server.data);
      return JSON.parse(stdout).deliveries;
    };
    await expect.poll(deliveries).toMatchObject([
      {
        channel: 'mail:gone@example.com',
        state: 'pending',
        last_error: expect.stringContaining('nobody here'),
      },
      { channel: 'mail:office@example.com', state: 'done' },
      { channel: 'mail:sales@example.com', state: 'done' },
    ]);
  });

  test('ends properly on SIGTERM while a mail server hangs, and releases the lease', async () => {
    const { port, sockets } = await socketServer(() => {});
    const server = await runWithData(mailSettings(`smtp://127.0.0.1:${port}`));
    await book(server.url);
    await expect.poll(() => sockets.length).toBe(1);
    server.child.kill('SIGTERM');
    // It would be 1 if the stop had taken too long.
    expect(await server.ended).toBe(0);
    const store = await storeIn(server.data, { channels: ['mail'] });
    expect((await store.acquireDelivery('mail', 1_000))?.delivery).toMatchObject({ attempts: 1 });
  });
});

test.each([
  [204, 0, ['done', 'done']],
  [500, 1, ['pending', 'done']],
])(
  'deliver --once waits for a webhook that says %i after the others, and ends with %i',
  async (status, code, states) => {
    const late = Promise.withResolvers<void>();
    let asked = 0;
    const { url } = await receiver(async (_request, response) => {
      const isFirst = asked++ === 0;
      if (isFirst) await late.promise;
      response.writeHead(isFirst ? status : 204, { Connection: 'close' }).end();
    });
    const folder = await bookingsFolder([ada, ada], { channels: ['webhook'] });
    const webhook = { WEBHOOK_URL: url, WEBHOOK_SECRET: webhookSecret };
    const config = checkConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...webhook }, folder);
    useFakeTimers('setTimeout', 'setInterval');
    const ended = deliver(config, { once: true });
    await expect.poll(() => asked).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(() => asked).toBe(2);
    const store = await storeIn(folder);
    // A success after the failure would make the failed one due at once.
    await expect.poll(async () => (await store.listBookings({ limit: 1 }))[0]?.state).toBe('done');
    late.resolve();
    expect(await ended).toBe(code);
    const bookings = await store.listBookings({ limit: 9 });
    expect(bookings.map(({ state }) => state).toReversed()).toEqual(states);
  },
);
