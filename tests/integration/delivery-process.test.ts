import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { catcher, mailSettings, socketServer } from '../support/delivery.ts';
import { book, runWithData } from '../support/server-process.ts';

describe('the server and its outbox', () => {
  test('logs at its start that nothing is delivered, and delivers it once a channel is configured', async () => {
    const before = await runWithData();
    await expect.poll(() => before.stdout()).toContain('Bookings are delivered to nobody');
    expect((await book(before.url)).status).toBe(201);
    before.child.kill('SIGTERM');
    expect(await before.ended).toBe(0);
    const { url, mails } = await catcher();
    const after = await runWithData({ DATA_DIR: before.data, ...mailSettings(url) });
    await expect.poll(() => mails.length).toBe(1);
    await expect
      .poll(() => after.stdout())
      .toContain('Bookings are delivered by mail to sales@example.com through 127.0.0.1');
  });

  test('ends properly on SIGTERM while a mail server hangs, and releases the lease', async () => {
    const { port, sockets } = await socketServer(() => {});
    const server = await runWithData(mailSettings(`smtp://127.0.0.1:${port}`));
    await book(server.url);
    await expect.poll(() => sockets.length).toBe(1);
    server.child.kill('SIGTERM');
    // It would be 1 if the stop had taken too long.
    expect(await server.ended).toBe(0);
    const store = await openSqlite({ folder: server.data, channels: ['mail'] });
    onTestFinished(() => store.close());
    expect((await store.acquireDelivery('mail', 1_000))?.delivery).toMatchObject({ attempts: 1 });
  });
});
