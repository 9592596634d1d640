import { truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { bookingsFolder } from '../support/bookings-command.ts';
import { corrupt } from '../support/database.ts';
import { channelThat, channelThatFails, hour } from '../support/delivery.ts';
import { engines } from '../support/server-engines.ts';
import { canMount, fillDisk, mountDisk } from '../support/resource-limits.ts';
import { failingStore, startServer } from '../support/server.ts';

const down = channelThatFails('unavailable');

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status;

describe('/readyz is 503', () => {
  test.each([
    ['the root page of the bookings', 'booking_requests'],
    ['an index that each booking is added to', 'booking_requests_email'],
    ['the index of the keys', 'booking_requests_key'],
    ['the deliveries', 'deliveries'],
  ])('while %s is corrupt, also before anybody books', async (_, name) => {
    const folder = await bookingsFolder([ada], { channels: ['webhook'] });
    corrupt(folder, name);
    const server = await startServer({
      channels: [down],
      pollInterval: hour,
      sqlite: { folder },
    });
    expect(await readyz(server.url)).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
  });

  test('after a booking failed for the store’s sake, until one succeeds or a minute is over', async () => {
    const store = failingStore();
    const server = await startServer({ store });
    expect(await readyz(server.url)).toBe(200);
    store.error = new StoreUnavailable('malformed');
    expect((await server.post(ada)).status).toBe(503);
    expect(await readyz(server.url)).toBe(503);
    store.error = undefined;
    expect((await server.post(ada)).status).toBe(201);
    expect(await readyz(server.url)).toBe(200);
  });

  test.runIf(canMount)(
    'while the disk of the data is nearly full, though it stores bookings (needs the right to mount)',
    async () => {
      const folder = mountDisk(16);
      const server = await startServer({ sqlite: { folder } });
      truncateSync(fillDisk(folder), 13 * 1024 * 1024);
      expect((await server.post(ada)).status).toBe(201);
      expect(await readyz(server.url)).toBe(503);
    },
  );
});

test.each(engines)(
  'asking for readiness leaves no booking, delivery or id, with %s',
  async (_, start) => {
    const delivered: string[] = [];
    const server = await start({
      channels: [
        channelThat(async ({ booking }) => {
          delivered.push(booking?.name ?? '');
          return 'ok';
        }),
      ],
    });
    for (let i = 0; i < 3; i++) await server.store.check();
    expect(await readyz(server.url)).toBe(200);
    expect((await server.post(ada)).status).toBe(201);
    expect(await server.stored()).toMatchObject([{ id: 1, name: ada.name }]);
    await expect.poll(() => delivered).toEqual([ada.name]);
  },
);
