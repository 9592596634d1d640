import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { acquireDelivery, completeDelivery } from '../../server/desk/delivery/leases.ts';
import { countBookings, insertBookings } from '../../server/store/bookings.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { checkStore } from '../../server/store/store.ts';
import { startAuthority } from '../support/certificates.ts';
import { bookings } from '../support/new-bookings.ts';
import { pgbouncerMissing, startPgbouncer } from '../support/pgbouncer.ts';
import { type Postgres, query, startOwnPostgres } from '../support/postgres.ts';
import { openStore, temporaryDatabase } from '../support/postgres-database.ts';

describe('sslmode', () => {
  let postgres: Postgres;
  let ca: string;
  /** Whether a connection with these parameters is encrypted. The certificate is for `localhost`. */
  async function isEncrypted(parameters: Record<string, string>, host = 'localhost') {
    const application_name = crypto.randomUUID();
    const { port, pathname } = new URL(postgres.url);
    const asked = new URLSearchParams({ ...parameters, application_name });
    await openStore(`postgres://postgres@${host}:${port}${pathname}?${asked}`);
    const { rows } = await query(
      postgres.url,
      'SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = $1',
      [application_name],
    );
    return rows[0]?.ssl;
  }

  beforeAll(async () => {
    const authority = await startAuthority();
    authority.selfSigned('postgres', 'DNS:localhost');
    const folder = path.dirname(authority.file);
    ca = path.join(folder, 'postgres.pem');
    const key = path.join(folder, 'postgres.key');
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(key, 65_534, 65_534);
    postgres = await startOwnPostgres({
      forgetful: true,
      settings: ['ssl=on', `ssl_cert_file=${ca}`, `ssl_key_file=${key}`],
    });
    await migratePostgres(postgres.url);
  });
  afterAll(() => postgres?.remove());

  test.each([
    [{}, true],
    [{ sslmode: 'disable' }, false],
    [{ sslmode: 'allow' }, true],
    [{ sslmode: 'require' }, true],
  ])('%j encrypts: %s, and checks no name', async (parameters, ssl) => {
    expect(await isEncrypted(parameters, '127.0.0.1')).toBe(ssl);
  });

  test('verify-full encrypts, and checks the authority and the server’s name', async () => {
    const asked = { sslmode: 'verify-full', sslrootcert: ca };
    expect(await isEncrypted(asked)).toBe(true);
    const refused = { name: 'DatabaseError', message: expect.stringContaining('sslrootcert') };
    await expect(isEncrypted(asked, '127.0.0.1')).rejects.toMatchObject(refused);
    await expect(isEncrypted({ sslmode: 'verify-full' })).rejects.toMatchObject(refused);
  });
});

if (pgbouncerMissing) {
  // biome-ignore lint/suspicious/noSkippedTests: the run prints its name as the reason
  test.skip(pgbouncerMissing);
} else {
  test('through PgBouncer in transaction mode everything works, and leaves nothing behind', async () => {
    const direct = await temporaryDatabase({ migrated: false });
    const pooler = await startPgbouncer(direct);
    await migratePostgres(pooler.url);
    const stores = [await openStore(pooler.url), await openStore(pooler.url)] as const;
    const [store] = stores;
    await Promise.all(
      bookings(20).map((one, i) => insertBookings(stores[i % 2 === 0 ? 0 : 1], [one])),
    );
    expect(await dispatch(store, ['mail'])).toBe(20);
    for (let tries = 0; tries < 20; tries++) {
      const acquired = await acquireDelivery(store, 'mail', 60_000);
      if (acquired) await completeDelivery(store, acquired, { state: 'done' });
    }
    expect(await countBookings(store, { delivery: 'done' })).toBe(20);
    await checkStore(store);
    // Things that a session could leave to the next program: settings, statements, locks.
    const left = `SELECT current_setting('statement_timeout') AS timeout,
      (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
      (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS locks`;
    for (let looks = 0; looks < 4; looks++) {
      const { rows } = await query(pooler.url, left);
      expect(rows).toEqual([{ timeout: '0', prepared: 0, locks: 0 }]);
    }
    expect(pooler.output()).not.toMatch(/WARNING|ERROR|FATAL/);
  });
}
