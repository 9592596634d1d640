import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countBookings } from '../../server/store/bookings.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand, doctor } from '../support/bookings-command.ts';
import { catcher, mailSettings } from '../support/delivery.ts';
import { freePort } from '../support/free-port.ts';
import { insertOf, query } from '../support/postgres.ts';
import {
  another,
  asServer,
  temporaryDatabase,
  temporaryPostgres,
} from '../support/postgres-database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { book, runServer, sharedProgram } from '../support/server-process.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';

const bookingsIn = async (url: string) =>
  (await query(url, 'SELECT * FROM public.booking_requests ORDER BY id')).rows;

/** Bookings, each of another visitor. */
const visitors = (count: number) =>
  Array.from({ length: count }, () => ({ ...ada, name: crypto.randomUUID() }));

/** The statuses of this number of parallel bookings, sent to the servers in turn. */
async function statusesOf(servers: TestServer[], count: number) {
  const posts = visitors(count).map((one, i) => servers[i % servers.length]?.post(one));
  return (await Promise.all(posts)).map((answer) => answer?.status);
}

const limited = (DATABASE_URL: string) => ({
  settings: { DATABASE_URL, RATE_LIMIT_REQUESTS: '5' },
});

/** Limits that a test waits for. */
const impatience = { statementTimeout: 1_000, connectTimeout: 1_000 };

describe('servers on one PostgreSQL database', () => {
  test('let no request past the limit while the shared count is slow', async () => {
    const database = await temporaryDatabase();
    const options = { ...limited(database), limits: impatience };
    const servers = [await startServer(options), await startServer(options)];
    const other = await another(database);
    await other.query('BEGIN; LOCK TABLE booking_private.rate_limits');
    expect(new Set(await statusesOf(servers, 40))).toEqual(new Set([503]));
    await other.query('COMMIT');
    // These servers have limits that a slow machine does not reach.
    const patient = [await startServer(limited(database)), await startServer(limited(database))];
    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < 100; sent += 20) statuses.push(...(await statusesOf(patient, 20)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
  });

  test('store only hashes of addresses, and delete them after their window', async () => {
    const database = await temporaryDatabase();
    const server = await startServer(limited(database));
    await query(
      database,
      "INSERT INTO booking_private.rate_limits VALUES ('203.0.113.9', 5, 'epoch')",
    );
    await server.post(ada);
    const known = async () =>
      (await query(database, 'SELECT address FROM booking_private.rate_limits')).rows;
    // Without a key, everyone could compute the hash of every address.
    const plain = createHash('sha256').update('127.0.0.1').digest('base64url');
    const address = expect.not.stringMatching(`127.0.0.1|${plain}`);
    await expect.poll(known).toEqual([{ address }]);
  });

  test('give a refund only in its own window', async () => {
    const database = await temporaryDatabase();
    const { store } = await startServer(limited(database));
    const count = store.quotas?.({ requests: 2, seconds: 600 }) ?? expect.fail();
    const before = await count('203.0.113.9', 2);
    await query(database, "UPDATE booking_private.rate_limits SET window_ends = 'epoch'");
    await count('203.0.113.9', 2);
    await before.refund();
    expect((await count('203.0.113.9', 1)).wait).toBeGreaterThan(0);
  });
});

describe('while the database is unavailable', () => {
  test('bookings get 503 and Retry-After, pages work, and afterwards everything works', async () => {
    const postgres = await temporaryPostgres();
    await migratePostgres(postgres.url);
    const { url, mails } = await catcher();
    const server = await startServer({
      settings: { DATABASE_URL: postgres.url, ...mailSettings(url) },
    });
    // Uses every connection of the pool once.
    await statusesOf([server], 20);
    // No delivery is being acquired. If its answer were lost, it would be retried after its lease.
    await expect.poll(() => countBookings(server.store, { delivery: 'done' })).toBe(20);
    await postgres.stop();
    expect(new Set(await statusesOf([server], 20))).toEqual(new Set([503]));
    expect(Number((await server.post(ada)).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await postgres.start();
    await expect.poll(async () => (await server.post(ada)).status).toBe(201);
    expect(await statusesOf([server], 20)).toEqual(Array(20).fill(201));
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await bookingsIn(postgres.url)).toHaveLength(41);
    await expect.poll(() => mails.length).toBe(41);
    const stacks = server.lines.filter(({ err }) => err !== undefined).map(({ code }) => code);
    expect(stacks.sort()).toEqual(['deliveries', 'dispatch', 'store']);
  });

  test('and does not answer, bookings get 503, and are stored when it answers again', async () => {
    const proxy = await startSilentProxy(new URL(await temporaryDatabase()));
    const settings = { DATABASE_URL: proxy.url };
    const server = await startServer({ settings, limits: impatience });
    await statusesOf([server], 20);
    proxy.silent = true;
    for (let round = 0; round < 2; round++)
      expect(await statusesOf([server], 3)).toEqual(Array(3).fill(503));
    proxy.silent = false;
    await expect.poll(async () => (await server.post(ada)).status).toBe(201);
  });
});

test('a server that starts before its database serves the pages, and books afterwards', async () => {
  const postgres = await temporaryPostgres();
  await postgres.stop();
  const server = await runServer(sharedProgram(), { DATABASE_URL: postgres.url });
  expect((await fetch(server.url)).status).toBe(200);
  expect((await book(server.url)).status).toBe(503);
  await expect.poll(() => server.stdout()).toContain('"level":50');
  await postgres.start();
  await expect.poll(async () => (await book(server.url)).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

describe('the program on PostgreSQL', () => {
  test('stores a booking on disk before it answers, even with synchronous_commit off', async () => {
    const url = await temporaryDatabase();
    await query(
      url,
      `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET synchronous_commit = off;
       CREATE TABLE public.seen (setting text);
       CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
       BEGIN
         INSERT INTO public.seen VALUES (current_setting('synchronous_commit'));
         RETURN NULL;
       END $$;
       CREATE TRIGGER see AFTER INSERT ON public.booking_requests
         FOR EACH ROW EXECUTE FUNCTION public.see();`,
    );
    const server = await startServer({ settings: { DATABASE_URL: url } });
    expect((await server.post(ada)).status).toBe(201);
    expect((await query(url, 'SELECT * FROM public.seen')).rows).toEqual([{ setting: 'on' }]);
  });

  test('migrates at its start, logs the database’s address without a password, and ends on SIGTERM', async () => {
    const url = new URL(await temporaryDatabase({ migrated: false }));
    url.password = 'hunter2';
    const server = await runServer(sharedProgram(), { DATABASE_URL: url.href });
    // On a slow machine, the server listens before the migration is complete.
    await expect.poll(async () => (await book(server.url)).status).toBe(201);
    await expect
      .poll(() => server.stdout())
      .toContain(`database ${url.pathname.slice(1)} on ${url.host}`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stdout() + server.stderr()).not.toContain('hunter2');
    expect(await bookingsIn(url.href)).toMatchObject([ada]);
  });

  test.each([
    ['everything', 'ALL ON ALL TABLES IN SCHEMA public TO anon', 'anon DELETE, INSERT, SELECT'],
    ['to read', 'SELECT (email) ON public.booking_requests TO PUBLIC', 'anon SELECT on email'],
    ['the sequence', 'USAGE ON ALL SEQUENCES IN SCHEMA public TO anon', 'USAGE on the sequence'],
    ['the rest', 'USAGE ON SCHEMA booking_private TO anon', 'USAGE on booking_private'],
  ])(
    'doctor finds that visitors were granted %s, and how to revoke it',
    async (_, rights, found) => {
      const url = await temporaryDatabase();
      const settings = { DATABASE_URL: asServer(url), PORT: String(await freePort()) };
      const fault = async () => {
        const { findings } = await doctor('/nowhere', settings);
        return findings.find(({ code }) => code === 'visitor-rights');
      };
      await query(url, `GRANT ${rights}`);
      const { state, text = '' } = (await fault()) ?? {};
      expect([state, text]).toEqual(['wrong', expect.stringContaining(found)]);
      await query(url, text.split('run: ')[1] ?? '');
      expect(await fault()).toBeUndefined();
      await query(url, `SET ROLE anon; ${insertOf(ada)}`);
      expect(await bookingsIn(url)).toHaveLength(1);
    },
  );

  test('has all commands except backup and restore, which refer to pg_dump and pg_restore', async () => {
    const { url, mails } = await catcher();
    const DATABASE_URL = await temporaryDatabase({ migrated: false });
    const settings = { DATABASE_URL, PORT: String(await freePort()), ...mailSettings(url) };
    const bookings = (...args: string[]) => bookingsCommand(args, '/nowhere', settings);
    expect(await bookings('list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('./lodemark migrate'),
    });
    expect(await bookings('migrate')).toMatchObject({ code: 0 });
    await query(DATABASE_URL, `SET ROLE anon; ${insertOf(ada)}`);
    expect((await bookings('list', '--json')).stdout).toContain(ada.email);
    expect(await bookings('deliver', '--once')).toMatchObject({ code: 0 });
    expect(mails).toHaveLength(1);
    expect(await doctor('/nowhere', settings)).toMatchObject({ code: 0, wrong: [] });
    expect(await bookings('erase', '1', '--yes')).toMatchObject({ code: 0 });
    expect(await bookingsIn(DATABASE_URL)).toEqual([]);
    expect((await bookings('backup', 'x.db')).stderr).toContain('pg_dump');
    const { stderr } = await bookings('restore', 'x.db');
    for (const step of ['Stop', 'pg_restore', 'erased.jsonl', 'erase --again', 'Start'])
      expect(stderr).toContain(step);
  });
});
