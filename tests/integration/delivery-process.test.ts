import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';
import { catcher } from '../support/delivery.ts';
import { publicKey } from '../support/server.ts';
import { runWithData } from '../support/server-process.ts';

const settings = (SMTP_URL: string) => ({
  SMTP_URL,
  MAIL_FROM: 'website@example.com',
  NOTIFY_EMAIL: 'sales@example.com',
});

const book = (url: string) =>
  fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: { apikey: publicKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(ada),
  });

describe('the server and its outbox', { timeout: 60_000 }, () => {
  test('says at the start that bookings reach nobody, and keeps them until a channel is configured', async () => {
    const before = await runWithData();
    await expect.poll(() => before.stdout()).toContain('Bookings are delivered to nobody');
    expect((await book(before.url)).status).toBe(201);
    before.child.kill('SIGTERM');
    expect(await before.ended).toBe(0);
    const { url, mails } = await catcher();
    const after = await runWithData({ DATA_DIR: before.data, ...settings(url) });
    await expect.poll(() => mails.length).toBe(1);
    await expect
      .poll(() => after.stdout())
      .toContain('Bookings are delivered by mail to sales@example.com through 127.0.0.1');
  });

  test('books while the mail server is away, and says at error that nothing reaches the provider', async () => {
    const folder = await temporaryFolder();
    const longAgo = () => Date.now() - 2 * 60 * 60_000;
    const store = await openSqlite({
      folder,
      channels: ['mail'],
      now: longAgo,
    });
    await store.insertBookings([ada]);
    await store.close();
    const gone = await catcher();
    await gone.close();
    const server = await runWithData({ DATA_DIR: folder, ...settings(gone.url) });
    expect((await book(server.url)).status).toBe(201);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', deliveries: 'late' }]);
    await expect
      .poll(() => server.stdout())
      .toMatch(/"level":50.*bookings do not reach the provider/);
  });

  test('ends within ten seconds of SIGTERM while a mail server hangs, and gives the lease back', async () => {
    const sockets: Socket[] = [];
    const hanging = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      hanging.close();
    });
    await new Promise((resolve) => hanging.once('listening', resolve));
    const address = hanging.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const server = await runWithData(settings(`smtp://127.0.0.1:${port}`));
    await book(server.url);
    await expect.poll(() => sockets.length).toBe(1);
    const stopped = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - stopped).toBeLessThan(10_000);
    const store = await openSqlite({ folder: server.data, channels: ['mail'] });
    onTestFinished(() => store.close());
    expect((await store.acquireDelivery('mail', 1_000))?.delivery).toMatchObject({ attempts: 1 });
  });
});
