import { truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { ada } from '../support/ada.ts';
import { corrupt, lockDatabase, temporaryFolder } from '../support/database.ts';
import { canMount, fillDisk, mountDisk } from '../support/resource-limits.ts';
import { startServer } from '../support/server.ts';

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status;

describe('/readyz is 503', () => {
  test.each([
    ['the table of the bookings', 'booking_requests'],
    ['the index that finds repeats', 'booking_requests_values'],
  ])('while %s is corrupt, even before a booking', async (_, name) => {
    const folder = await temporaryFolder();
    const before = await startServer({ settings: { DATA_DIR: folder } });
    await before.post(ada);
    await before.close();
    corrupt(folder, name);
    const server = await startServer({ settings: { DATA_DIR: folder } });
    expect(await readyz(server.url)).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
  });

  test('after a booking could not be stored, until another is stored', async () => {
    const server = await startServer({ limits: { busyTimeout: 0 } });
    expect(await readyz(server.url)).toBe(200);
    const unlock = lockDatabase(server.folder);
    expect((await server.post(ada)).status).toBe(503);
    unlock();
    // A successful check does not make the server ready, because bookings can still fail.
    expect(await readyz(server.url)).toBe(503);
    expect((await server.post(ada)).status).toBe(201);
    expect(await readyz(server.url)).toBe(200);
  });

  test.runIf(canMount)(
    'while the data’s disk is nearly full, although bookings are still stored (needs the right to mount)',
    async () => {
      const folder = mountDisk(16);
      const server = await startServer({ settings: { DATA_DIR: folder } });
      truncateSync(fillDisk(folder), 13 * 1024 * 1024);
      expect((await server.post(ada)).status).toBe(201);
      expect(await readyz(server.url)).toBe(503);
    },
  );
});

test('many parallel readiness checks cost one write', async () => {
  const server = await startServer();
  using database = new DatabaseSync(databaseFile(server.folder));
  database.exec(`CREATE TABLE checks (at TEXT);
    CREATE TRIGGER count_checks AFTER UPDATE ON timestamps WHEN NEW.name = 'check'
    BEGIN INSERT INTO checks VALUES (NEW.at); END`);
  // Without a network, a slow machine does not reach the lifetime of a check.
  await Promise.all(Array.from({ length: 20 }, () => server.app.inject('/readyz')));
  expect(database.prepare('SELECT count(*) AS count FROM checks').get()).toEqual({ count: 1 });
});
