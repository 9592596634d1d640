import { expect, test } from 'vitest';
import { acquireDelivery } from '../../server/desk/delivery/leases.ts';
import { storeIn } from '../support/bookings-command.ts';
import { mailSettings, socketServer } from '../support/delivery.ts';
import { book, runWithData } from '../support/server-process.ts';

test('a server ends properly on SIGTERM while a mail server hangs, and releases the lease', async () => {
  const { port, sockets } = await socketServer(() => {});
  const server = await runWithData(mailSettings(`smtp://127.0.0.1:${port}`));
  await book(server.url);
  await expect.poll(() => sockets.length).toBe(1);
  server.child.kill('SIGTERM');
  // It would be 1 if the stop had taken too long.
  expect(await server.ended).toBe(0);
  const acquired = await acquireDelivery(await storeIn(server.data), ['mail'], 1_000);
  expect(acquired?.delivery).toMatchObject({ attempts: 1 });
});
