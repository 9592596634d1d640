import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findBooking, listBookings } from '../../server/store/bookings.ts';
import { listErased } from '../../server/store/erase.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { copyProgramInto } from '../support/copied-program.ts';
import { runIn, temporaryFolder } from '../support/database.ts';
import { fixtureVersions, opened, postgresOf, sqliteOf } from '../support/fixtures.ts';
import { booking, countNew } from '../support/new-bookings.ts';
import { patience, schemaOf, temporaryDatabase } from '../support/postgres-database.ts';

interface Program {
  openSqlite: typeof openSqlite;
  openPostgres: typeof openPostgres;
}

const thisVersion: Program = { openSqlite, openPostgres };

/** Opens a version's database like the server at its start. A second call opens the same one. */
const engines = {
  async SQLite(version: string) {
    const folder = await sqliteOf(version);
    return (program = thisVersion) => program.openSqlite({ folder });
  },
  async PostgreSQL(version: string) {
    const url = await postgresOf(version);
    return (program = thisVersion) => program.openPostgres({ url, migrate: true, ...patience });
  },
};

/** A later version of the program, with one more migration. */
async function nextVersion(migration: string): Promise<Program> {
  const folder = await temporaryFolder();
  copyProgramInto(folder);
  for (const engine of ['sqlite', 'postgres'])
    writeFileSync(path.join(folder, 'database', engine, '9000_next.sql'), migration);
  const sqlite = await import(path.join(folder, 'server/store/sqlite.ts'));
  const postgres = await import(path.join(folder, 'server/store/postgres.ts'));
  return { openSqlite: sqlite.openSqlite, openPostgres: postgres.openPostgres };
}

/** The column is added before the check of the names fails. */
const failing = `ALTER TABLE booking_requests ADD COLUMN fax TEXT NOT NULL DEFAULT 'unknown';
  UPDATE booking_requests SET name = '';`;

const ids = async (store: Store) => (await listBookings(store, { limit: 100 })).map(({ id }) => id);

const salesperson = 'sales@provider.example';

test('this version has its fixtures', () => {
  expect(fixtureVersions).toContain(manifest.version);
});

describe.each(fixtureVersions)('a database of version %s', (version) => {
  describe.each(Object.entries(engines))('in %s', (_, databaseOf) => {
    const open = async () => opened((await databaseOf(version))());

    test('opens with every booking, note, event, delivery, erasure and session, is searched, and reuses no number', async () => {
      const store = await open();
      expect(await ids(store)).toEqual([4, 3, 2, 1]);
      expect(await findBooking(store, 1)).toMatchObject({
        booking: {
          name: 'Clara Closed',
          created_at: '2026-11-02T09:00:00.000Z',
          ...{ state: 'closed', version: 2, language: 'en', time_zone: 'Europe/London' },
          contacted_at: '2026-11-02T09:01:00.000Z',
          closed_at: '2026-11-02T09:02:00.000Z',
          delivery: 'done',
        },
        deliveries: [
          { channel: 'mail', state: 'done', attempts: 1, done_at: '2026-11-02T09:00:00.000Z' },
          { channel: 'webhook', state: 'done', attempts: 1 },
        ],
        events: [
          { at: '2026-11-02T09:01:00.000Z', who: salesperson, action: 'contacted' },
          { who: salesperson, action: 'closed' },
        ],
      });
      const note = 'Call again on Friday.\nÄnderungen sind möglich. 🙂';
      expect(await findBooking(store, 2)).toMatchObject({
        booking: { state: 'contacted', note, delivery: 'dead' },
        deliveries: [{ last_error: 'one of two recipients was refused' }, { state: 'dead' }],
        events: [{ action: 'contacted' }, { action: 'noted', text: note }],
      });
      expect(await findBooking(store, 3)).toMatchObject({
        booking: { state: 'new', language: 'de', delivery: 'failing' },
        deliveries: [{ state: 'pending', next_at: '2026-11-04T09:04:00.000Z' }, { state: 'done' }],
      });
      expect(await findBooking(store, 4)).toMatchObject({
        booking: { state: 'quarantined', spam_signals: ['link-in-name', 'markup'] },
        deliveries: [],
      });
      expect(await listErased(store)).toMatchObject([
        { booking_id: 5, created_at: '2026-11-04T09:04:00.000Z' },
      ]);
      const [sessions, timestamps] = await store.read(async (db) => [
        await db.selectFrom('inbox_sessions').selectAll().execute(),
        await db.selectFrom('timestamps').select('name').orderBy('name').execute(),
      ]);
      expect(sessions).toMatchObject([{ token_hash: 'b'.repeat(64), email: salesperson }]);
      expect(timestamps.map(({ name }) => name)).toEqual([
        ...['channel mail', 'channel webhook', 'check'],
      ]);
      const found = await listBookings(store, { limit: 100, text: 'anderungen conrad' });
      expect(found.map(({ id }) => id)).toEqual([2]);
      expect(await countNew(store, [booking()])).toBe(1);
      expect(await ids(store)).toEqual([6, 4, 3, 2, 1]);
    });

    test('is unchanged by a migration that fails, which explains the way back', async () => {
      const open = await databaseOf(version);
      const bookings = async () => listBookings(await opened(open()), { limit: 99 });
      const before = await bookings();
      // The second time, a column that the first had left would be the error.
      for (let tries = 0; tries < 2; tries += 1)
        await expect(open(await nextVersion(failing))).rejects.toMatchObject({
          code: 'migration-failed',
          message: expect.stringContaining('booking_requests_name_check'),
        });
      expect(await bookings()).toEqual(before);
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
    await (await openPostgres({ url, migrate: true, ...patience })).close();
    expect(await schemaOf(url)).toEqual(await schemaOf(await temporaryDatabase()));
  });
});
