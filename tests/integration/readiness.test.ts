import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/store/sqlite/database.ts';
import { openSqlite } from '../../server/store/sqlite/store.ts';
import { StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';
import { channelThat, channelThatFails, hour } from '../support/delivery.ts';
import { engines } from '../support/engines.ts';
import { canMount, fillDisk, mountDisk } from '../support/resource-limits.ts';
import { startServer } from '../support/server.ts';

const down = channelThatFails('unavailable');

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status;

/** Overwrites a page of the database: the root of this table or index. */
function corrupt(folder: string, name: string): void {
  const file = databaseFile(folder);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { page } = database
    .prepare('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(name) as { page: number };
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(handle);
}

describe('/readyz is 503', () => {
  test.each([
    ['the root page of the bookings', 'booking_requests'],
    ['an index that each booking is added to', 'booking_requests_email'],
    ['the index of the keys', 'booking_requests_key'],
    ['the deliveries', 'deliveries'],
  ])('while %s is corrupt, also before anybody books', async (_, name) => {
    const folder = await temporaryFolder();
    const store = await openSqlite({ folder, channels: ['webhook'] });
    await store.insertBookings([ada]);
    await store.close();
    corrupt(folder, name);
    const server = await startServer({
      channels: [down],
      pollInterval: hour,
      sqlite: { folder },
    });
    expect(await readyz(server.url)).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
  });

  test('after a booking failed for the store’s sake, until one succeeds', async () => {
    let broken = true;
    const server = await startServer({
      store: {
        check: async () => {},
        insertBookings: async () => {
          if (broken) throw new StoreUnavailable('malformed');
          return { repeated: false };
        },
      },
    });
    expect(await readyz(server.url)).toBe(200);
    expect((await server.post(ada)).status).toBe(503);
    expect(await readyz(server.url)).toBe(503);
    broken = false;
    expect((await server.post(ada)).status).toBe(201);
    expect(await readyz(server.url)).toBe(200);
  });

  test.runIf(canMount)(
    'while the disk of the data is full (needs the right to mount)',
    async () => {
      const folder = mountDisk(16);
      const server = await startServer({ sqlite: { folder } });
      expect((await server.post(ada)).status).toBe(201);
      expect(await readyz(server.url)).toBe(200);
      fillDisk(folder);
      await expect.poll(() => readyz(server.url)).toBe(503);
    },
  );
});

test.each(engines)(
  'asking for readiness leaves no booking, delivery, id or notification, with %s',
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
