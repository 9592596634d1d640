import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listBookings } from '../../server/store/bookings.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { copyProgramInto } from '../support/copied-program.ts';
import { temporaryFolder } from '../support/database.ts';
import { fixtureVersions, opened, postgresOf, sqliteOf } from '../support/fixtures.ts';

interface NextVersion {
  openSqlite: typeof openSqlite;
  openPostgres: typeof openPostgres;
}

/** A later version of the program, with one more migration. */
async function nextVersion(migration: string): Promise<NextVersion> {
  const folder = await temporaryFolder();
  copyProgramInto(folder);
  for (const engine of ['sqlite', 'postgres'])
    writeFileSync(path.join(folder, 'database', engine, '9000_next.sql'), migration);
  const sqlite = await import(path.join(folder, 'server/store/sqlite.ts'));
  const postgres = await import(path.join(folder, 'server/store/postgres.ts'));
  return { openSqlite: sqlite.openSqlite, openPostgres: postgres.openPostgres };
}

/** Opens the same database, as this version or as the next one. */
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

/** The column is added before the check of the names fails. */
const failing = `ALTER TABLE booking_requests ADD COLUMN fax TEXT NOT NULL DEFAULT 'unknown';
  UPDATE booking_requests SET name = '';`;

describe.each(fixtureVersions)('the next migration of a database of version %s', (version) => {
  describe.each(Object.entries(engines))('in %s', (_, databaseOf) => {
    test('changes nothing when it fails, explains the way back, and lets the old version open the database', async () => {
      const open = await databaseOf(version);
      const bookings = async () => listBookings(await opened(open(thisVersion)), { limit: 99 });
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
});
