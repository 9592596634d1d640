import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { insertBookings } from '../../server/store/bookings.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { booking, countNew } from '../support/new-bookings.ts';
import { createDatabase, query } from '../support/postgres.ts';
import {
  asServer,
  openStore,
  patience,
  schemaOf,
  setDefault,
  temporaryDatabase,
  temporaryPostgres,
} from '../support/postgres-database.ts';

const folder = new URL('../../database/postgres/', import.meta.url);
const baseline = readFileSync(new URL('0001_baseline.sql', folder), 'utf8');
const migrations = readdirSync(folder)
  .sort()
  .map((file) => ({ name: file.replace('.sql', '') }));

/** Opens the store like the server at its start, migrates, and closes it. */
async function start(url: string): Promise<void> {
  await (await openPostgres({ url, migrate: true, ...patience })).close();
}

const rowsIn = async (url: string, what: string) =>
  (await query(url, `SELECT * FROM ${what}`)).rows;

describe('the migrations of PostgreSQL', () => {
  test.each(['read committed', 'serializable'])(
    'are applied once even if several servers start at once, with the default %s',
    async (level) => {
      const url = await temporaryDatabase({ migrated: false });
      await setDefault(url, 'default_transaction_isolation', level);
      await Promise.all(Array.from({ length: 5 }, () => start(url)));
      expect(await rowsIn(url, 'booking_private.kysely_migration')).toMatchObject(migrations);
    },
  );

  test('create the roles of a new server, also from two databases at once', async () => {
    const server = await temporaryPostgres();
    const urls = (await Promise.all([1, 2, 3].map(() => createDatabase(server.url)))).map(
      ({ url }) => url,
    );
    await Promise.all(urls.map(migratePostgres));
    for (const url of urls) await insertBookings(await openStore(url), [booking()]);
  });

  test('give the same migrated database when a person pastes the files', async () => {
    const [pasted, migrated] = [
      await temporaryDatabase({ migrated: false }),
      await temporaryDatabase({ migrated: false }),
    ];
    await query(pasted, `BEGIN; ${baseline} COMMIT`);
    await Promise.all([pasted, migrated].map(start));
    expect(await schemaOf(pasted)).toEqual(await schemaOf(migrated));
    const store = await openStore(asServer(pasted));
    expect(await countNew(store, [booking()])).toBe(1);
  });

  test('of a newer version stop the start, whichever login it uses', async () => {
    const url = await temporaryDatabase();
    await query(url, "INSERT INTO booking_private.kysely_migration VALUES ('9999_newer', '2027')");
    const refused = { code: 'newer-version' };
    await expect(start(url)).rejects.toMatchObject(refused);
    await expect(openStore(asServer(url))).rejects.toMatchObject(refused);
    await expect(migratePostgres(url)).rejects.toMatchObject(refused);
  });

  test('stop at the table of another program, and change nothing', async () => {
    const url = await temporaryDatabase({ migrated: false });
    await query(url, 'CREATE TABLE public.booking_requests (name text)');
    const before = await schemaOf(url);
    for (const begin of [start, migratePostgres])
      await expect(begin(url)).rejects.toMatchObject({ code: 'other-program' });
    expect(await schemaOf(url)).toEqual(before);
  });

  test.each(['SQL_ASCII', 'LATIN1'])('stop at a new database in %s', async (encoding) => {
    const settings = `TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`;
    const url = await temporaryDatabase({ migrated: false, settings });
    await expect(start(url)).rejects.toMatchObject({ code: 'unusable' });
  });

  test('make a login without the rights wait until the owner has applied them', async () => {
    const owner = await temporaryDatabase({ migrated: false });
    const login = asServer(owner);
    const store = await openPostgres({ url: login, migrate: true, ...patience });
    onTestFinished(() => store.close());
    const refused = { name: 'StoreUnavailable' };
    await expect(insertBookings(store, [booking()])).rejects.toMatchObject(refused);
    await expect(openStore(login)).rejects.toMatchObject({ code: 'migration-needed' });
    await migratePostgres(owner);
    expect(await countNew(store, [booking()])).toBe(1);
  });
});
