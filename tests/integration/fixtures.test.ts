import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findBooking, listBookings } from '../../server/store/bookings.ts';
import { listErased } from '../../server/store/erase.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { runIn, temporaryFolder } from '../support/database.ts';
import { contentOf, fixtureVersions, opened, postgresOf, sqliteOf } from '../support/fixtures.ts';
import { booking, countNew } from '../support/new-bookings.ts';
import { schemaOf, temporaryDatabase } from '../support/postgres-database.ts';
import { startServer } from '../support/server.ts';

/** Opens the database like the server at its start. A second call opens the same one. */
const engines = {
  async SQLite(version: string) {
    const folder = await sqliteOf(version);
    return () => openSqlite({ folder });
  },
  async PostgreSQL(version: string) {
    const url = await postgresOf(version);
    return () => openPostgres({ url, migrate: true });
  },
};

const ids = async (store: Store) => (await listBookings(store, { limit: 100 })).map(({ id }) => id);

const salesperson = 'sales@provider.example';

test('this version has its fixtures', () => {
  expect(fixtureVersions).toContain(manifest.version);
});

describe.each(fixtureVersions)('a database of version %s', (version) => {
  describe.each(Object.entries(engines))('in %s', (name, databaseOf) => {
    const open = async () => opened((await databaseOf(version))());

    test('opens with every booking, note, event and delivery', async () => {
      const store = await open();
      expect(await ids(store)).toEqual([4, 3, 2, 1]);
      expect(await findBooking(store, 1)).toMatchObject({
        booking: {
          name: 'Clara Closed',
          company_name: 'Clara Closed & Sons',
          email: 'clara.closed@customer.example',
          created_at: '2026-11-02T09:00:00.000Z',
          state: 'closed',
          version: 2,
          language: 'en',
          time_zone: 'Europe/London',
          contacted_at: '2026-11-02T09:01:00.000Z',
          closed_at: '2026-11-02T09:02:00.000Z',
          delivery: 'done',
        },
        deliveries: [
          { channel: 'mail', state: 'done', attempts: 1, done_at: '2026-11-02T09:00:00.000Z' },
          { channel: 'webhook', state: 'done', attempts: 1, done_at: '2026-11-02T09:00:00.000Z' },
        ],
        events: [
          { at: '2026-11-02T09:01:00.000Z', who: salesperson, action: 'contacted' },
          { at: '2026-11-02T09:02:00.000Z', who: salesperson, action: 'closed' },
        ],
      });
      const note = 'Call again on Friday.\nÄnderungen sind möglich. 🙂';
      expect(await findBooking(store, 2)).toMatchObject({
        booking: { name: 'Conrad Contacted', state: 'contacted', note, delivery: 'dead' },
        deliveries: [
          { channel: 'mail', state: 'done', last_error: 'one of two recipients was refused' },
          { channel: 'webhook', state: 'dead', last_error: 'HTTP 410' },
        ],
        events: [
          { who: salesperson, action: 'contacted' },
          { who: salesperson, action: 'noted', text: note },
        ],
      });
      expect(await findBooking(store, 3)).toMatchObject({
        booking: { name: 'Nora New', state: 'new', language: 'de', delivery: 'pending' },
        deliveries: [
          { channel: 'mail', state: 'pending', next_at: '2026-11-04T09:04:00.000Z' },
          { channel: 'webhook', state: 'done' },
        ],
        events: [],
      });
      expect(await findBooking(store, 4)).toMatchObject({
        booking: {
          name: 'Quentin Quarantined',
          state: 'quarantined',
          spam_signals: ['link-in-name', 'markup'],
          delivery: 'none',
        },
        deliveries: [],
        events: [],
      });
    });

    test('opens with its erasures, sessions and timestamps, and is searched', async () => {
      const store = await open();
      expect(await listErased(store)).toEqual([
        {
          booking_id: 5,
          created_at: '2026-11-04T09:04:00.000Z',
          erased_at: '2026-11-04T09:05:00.000Z',
        },
      ]);
      const [sessions, timestamps] = await store.read(async (db) => [
        await db.selectFrom('inbox_sessions').selectAll().execute(),
        await db.selectFrom('timestamps').selectAll().orderBy('name').execute(),
      ]);
      expect(sessions).toMatchObject([{ token_hash: 'b'.repeat(64), email: salesperson }]);
      expect(timestamps.map((timestamp) => Object.values(timestamp))).toEqual(
        ['channel mail', 'channel webhook', 'check'].map((name) => [
          name,
          '2026-11-02T09:00:00.000Z',
        ]),
      );
      const found = await listBookings(store, { limit: 100, text: 'anderungen conrad' });
      expect(found.map(({ id }) => id)).toEqual([2]);
    });

    test('is used by the program, which starts ready', async () => {
      const settings =
        name === 'SQLite'
          ? { DATA_DIR: await sqliteOf(version) }
          : { DATABASE_URL: await postgresOf(version) };
      const { url } = await startServer({ settings });
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    });

    test('gives a new booking a number that no booking had', async () => {
      const store = await open();
      expect(await countNew(store, [booking()])).toBe(1);
      expect(await ids(store)).toEqual([6, 4, 3, 2, 1]);
    });

    test('is not changed when it is opened again', async () => {
      const reopen = await databaseOf(version);
      const first = await opened(reopen());
      const before = await contentOf(first);
      await first.close();
      expect(await contentOf(await opened(reopen()))).toEqual(before);
    });
  });

  test('has the schema of a new database of SQLite', async () => {
    const [old, fresh] = [await sqliteOf(version), await temporaryFolder()];
    const schemas = [];
    for (const folder of [old, fresh]) {
      await (await openSqlite({ folder })).close();
      schemas.push(runIn(folder, 'SELECT type, name, sql FROM sqlite_schema ORDER BY name'));
    }
    expect(schemas[0]).toEqual(schemas[1]);
  });

  test('has the schema of a new database of PostgreSQL', async () => {
    const url = await postgresOf(version);
    await (await openPostgres({ url, migrate: true })).close();
    expect(await schemaOf(url)).toEqual(await schemaOf(await temporaryDatabase()));
  });
});
