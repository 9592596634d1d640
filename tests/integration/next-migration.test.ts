import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBooking } from '../../server/store/booking-details.ts';
import { insertBookings, listBookings } from '../../server/store/bookings.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import type { Store } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/database.ts';
import { contentOf, fixtureVersions, opened, postgresOf, sqliteOf } from '../support/fixtures.ts';
import { booking } from '../support/new-bookings.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface NextVersion {
  openSqlite: typeof openSqlite;
  openPostgres: typeof openPostgres;
}

/** A later version of the program, with one more migration. */
async function nextVersion(migration: string): Promise<NextVersion> {
  const folder = await temporaryFolder();
  for (const part of ['booking', 'database', 'server', 'package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const engine of ['sqlite', 'postgres'])
    writeFileSync(path.join(folder, 'database', engine, '9000_next.sql'), migration);
  const sqlite = await import(path.join(folder, 'server/store/sqlite.ts'));
  const postgres = await import(path.join(folder, 'server/store/postgres.ts'));
  return { openSqlite: sqlite.openSqlite, openPostgres: postgres.openPostgres };
}

/** Opens the same database each time, as this version or as the next one. */
const engines = {
  async SQLite(version: string) {
    const folder = await sqliteOf(version);
    return (program: NextVersion) => program.openSqlite({ folder });
  },
  async PostgreSQL(version: string) {
    const url = await postgresOf(version);
    return (program: NextVersion) => program.openPostgres({ url, migrate: true });
  },
};

const thisVersion: NextVersion = { openSqlite, openPostgres };

const addColumn = "ALTER TABLE booking_requests ADD COLUMN phone TEXT NOT NULL DEFAULT 'unknown';";

/** The column is added before the check of the names fails. */
const failing = `${addColumn} UPDATE booking_requests SET name = '';`;

const detailsOf = (store: Store) =>
  Promise.all([1, 2, 3, 4, 5].map((id) => findBooking(store, id)));

describe.each(fixtureVersions)('the next migration of a database of version %s', (version) => {
  describe.each(Object.entries(engines))('in %s', (_, databaseOf) => {
    test('keeps every booking, with its note, events and deliveries', async () => {
      const open = await databaseOf(version);
      const today = await opened(open(thisVersion));
      const before = await detailsOf(today);
      await today.close();
      const next = await opened(open(await nextVersion(addColumn)));
      const after = await detailsOf(next);
      expect(before.filter(Boolean)).toHaveLength(4);
      expect(after).toEqual(
        before.map(
          (details) => details && { ...details, booking: { ...details.booking, phone: 'unknown' } },
        ),
      );
      expect(await insertBookings(next, [booking()])).toBe(1);
      expect((await listBookings(next, { limit: 1 }))[0]?.id).toBe(6);
    });

    test('leaves everything as it was when it fails, and this version opens it again', async () => {
      const open = await databaseOf(version);
      const first = await opened(open(thisVersion));
      const before = await contentOf(first);
      await first.close();
      await expect(open(await nextVersion(failing))).rejects.toMatchObject({
        name: 'DatabaseError',
        message: expect.stringContaining('booking_requests_name_check'),
      });
      expect(await contentOf(await opened(open(thisVersion)))).toEqual(before);
    });
  });

  test('leaves the file of SQLite as it was, to the byte, when it fails', async () => {
    const folder = await sqliteOf(version);
    const before = readFileSync(databaseFile(folder));
    const next = await nextVersion(failing);
    await expect(next.openSqlite({ folder })).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual([path.basename(databaseFile(folder))]);
  });
});
