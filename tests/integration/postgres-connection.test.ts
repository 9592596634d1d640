import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { ada } from '../support/ada.ts';
import { temporaryFolder } from '../support/database.ts';
import { catcher, mailTo } from '../support/delivery.ts';
import { pgbouncerMissing, startPgbouncer } from '../support/pgbouncer.ts';
import { insertOf, type Postgres, query, startOwnPostgres } from '../support/postgres.ts';
import { openStore, temporaryDatabase } from '../support/postgres-database.ts';
import { startServer } from '../support/server.ts';
import { book, runServer, sharedProgram } from '../support/server-process.ts';

/** The address with other parts: its host and port, and what is asked after the `?`. */
function addressOf(url: string, { host, ...asked }: Record<string, string>): string {
  const { username, pathname } = new URL(url);
  const { host: own } = new URL(url);
  return `postgres://${username}@${host ?? own}${pathname}?${new URLSearchParams(asked)}`;
}

describe('sslmode', () => {
  let postgres: Postgres;
  let ca: string;
  /** The certificate is for `localhost`, not for 127.0.0.1. */
  const hostOf = (name: string) => `${name}:${new URL(postgres.url).port}`;
  const encrypted = async (asked: Record<string, string>) => {
    const application_name = crypto.randomUUID();
    await openStore(addressOf(postgres.url, { ...asked, application_name }));
    const { rows } = await query(
      postgres.url,
      'SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = $1',
      [application_name],
    );
    return rows[0]?.ssl;
  };

  beforeAll(async () => {
    const folder = await temporaryFolder(afterAll);
    ca = path.join(folder, 'ca.pem');
    const key = path.join(folder, 'key.pem');
    const certificate = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', ca];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', ...certificate, ...names], { stdio: 'ignore' });
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
    ['disable', false],
    ['allow', true],
    ['prefer', true],
    ['require', true],
  ])('%s encrypts: %s, and checks no certificate', async (sslmode, ssl) => {
    expect(await encrypted({ sslmode })).toBe(ssl);
  });

  test('without it, encrypts where the server can', async () => {
    expect(await encrypted({})).toBe(true);
  });

  test('verify-ca wants the authority of sslrootcert, and any name', async () => {
    const sslmode = 'verify-ca';
    expect(await encrypted({ sslmode, sslrootcert: ca })).toBe(true);
  });

  test('verify-full wants the server’s name too', async () => {
    const asked = { sslmode: 'verify-full', sslrootcert: ca };
    expect(await encrypted({ ...asked, host: hostOf('localhost') })).toBe(true);
    await expect(encrypted({ ...asked, host: hostOf('127.0.0.1') })).rejects.toThrow(/altnames/);
    const system = { ...asked, sslrootcert: 'system', host: hostOf('localhost') };
    await expect(encrypted(system)).rejects.toThrow(/self-signed/);
  });

  test('require is not served without TLS, and prefer is, quietly', async () => {
    const url = await temporaryDatabase();
    await expect(openStore(addressOf(url, { sslmode: 'require' }))).rejects.toThrow(/SSL/);
    const DATABASE_URL = addressOf(url, { sslmode: 'prefer' });
    const server = await runServer(sharedProgram(), { DATABASE_URL });
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(server.url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const own = "SELECT FROM pg_stat_activity WHERE application_name = 'lodemark'";
    const { rowCount } = await query(url, `${own} AND datname = current_database()`);
    expect(rowCount).toBeLessThanOrEqual(10);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toBe('');
  });
});

if (pgbouncerMissing) {
  // biome-ignore lint/suspicious/noSkippedTests: its name is the line that the run prints for it
  test.skip(pgbouncerMissing);
} else {
  test('through PgBouncer in transaction mode everything works, and leaves nothing behind', async () => {
    const direct = await temporaryDatabase({ migrated: false });
    const pooler = await startPgbouncer(direct);
    await migratePostgres(pooler.url);
    const { url, mails } = await catcher();
    const channels = [mailTo(url)];
    const server = await startServer({ database: pooler.url, channels, pollInterval: 100 });
    const post = async () => (await server.post(ada)).status;
    expect(await Promise.all(Array.from({ length: 20 }, post))).toEqual(Array(20).fill(201));
    await query(direct, `SET ROLE anon; ${insertOf(ada)}`);
    await expect.poll(() => mails.length).toBe(21);
    // What a session of ours would leave to the next program: settings, statements, LISTEN.
    const left = `SELECT current_setting('statement_timeout') AS timeout,
      (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
      (SELECT count(*)::int FROM pg_listening_channels()) AS heard`;
    for (let looks = 0; looks < 4; looks++) {
      const { rows } = await query(pooler.url, left);
      expect(rows).toEqual([{ timeout: '0', prepared: 0, heard: 0 }]);
    }
    expect(pooler.output()).not.toMatch(/WARNING|ERROR|FATAL/);
  });
}
