import { describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres, migrationLock } from '../../server/store/postgres/migrations.ts';
import { openPostgres } from '../../server/store/postgres/store.ts';
import { ada } from '../support/ada.ts';
import { bookingsCommand } from '../support/bookings-command.ts';
import { catcher, hookTo, mailTo, receiver } from '../support/delivery.ts';
import { insertOf, query, startOwnPostgres } from '../support/postgres.ts';
import { another, somebodyWaits, temporaryDatabase } from '../support/postgres-database.ts';

import { publicKey, startServer } from '../support/server.ts';
import { run, runServer, sharedProgram } from '../support/server-process.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';

const bookingsIn = async (url: string) =>
  (await query(url, 'SELECT * FROM public.booking_requests ORDER BY id')).rows;

const book = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/rest/v1/booking_requests`, {
    method: 'POST',
    headers: { apikey: publicKey, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(ada),
  });

describe('servers on one PostgreSQL database', () => {
  test('take the same key once, whichever of them it reaches', async () => {
    const database = await temporaryDatabase();
    const servers = [await startServer({ database }), await startServer({ database })];
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => servers[i % 2]?.post(ada, headers)),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([201]));
    expect(await bookingsIn(database)).toMatchObject([ada]);
  });

  test('take the same form once within a day, also when it reaches all at once', async () => {
    const database = await temporaryDatabase();
    const servers = [await startServer({ database }), await startServer({ database })];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => servers[i % 2]?.postForm(ada)),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([303]));
    expect(await bookingsIn(database)).toHaveLength(1);
  });

  test('share one limit for an address', async () => {
    const database = await temporaryDatabase();
    const rateLimit = { requests: 5, seconds: 600 };
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startServer({ database, rateLimit })),
    );
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_, i) => servers[i % 3]?.post(ada)),
    );
    const booked = answers.filter((answer) => answer?.status === 201);
    const refused = answers.filter((answer) => answer?.status === 429);
    expect([booked.length, refused.length]).toEqual([5, 13]);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^(600|59\d)$/);
    expect(await bookingsIn(database)).toHaveLength(5);
  });

  test('go on limiting by themselves while the shared count cannot be had', async () => {
    const database = await temporaryDatabase();
    const server = await startServer({ database, rateLimit: { requests: 2, seconds: 600 } });
    await query(database, 'ALTER TABLE booking_private.rate_limits RENAME TO elsewhere');
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await server.post(ada)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test('let nobody past the limit while the shared count is slow, and owe nobody anything after', async () => {
    const database = await temporaryDatabase();
    const rateLimit = { requests: 5, seconds: 600 };
    const servers = [
      await startServer({ database, rateLimit }),
      await startServer({ database, rateLimit }),
    ];
    const postMany = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, (_, i) => servers[i % 2]?.post(ada)))).map(
        (answer) => answer?.status,
      );
    const other = await another(database);
    await other.query('BEGIN; LOCK TABLE booking_private.rate_limits');
    expect(new Set(await postMany(40))).toEqual(new Set([503]));
    await other.query('COMMIT');
    const statuses = await postMany(200);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
    const { rows } = await query(database, 'SELECT points FROM booking_private.rate_limits');
    expect(rows).toEqual([{ points: 5 }]);
    // Nor in memory, when only that is left.
    await query(database, 'ALTER TABLE booking_private.rate_limits RENAME TO elsewhere');
    const alone = await postMany(40);
    expect(alone.filter((status) => status === 201)).toHaveLength(10);
  });

  test('give back what a repeat had taken, and nothing of the next window', async () => {
    const database = await temporaryDatabase();
    const server = await startServer({ database, rateLimit: { requests: 5, seconds: 600 } });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await Promise.all(Array.from({ length: 4 }, () => server.post(ada, headers)));
    const counted = async () =>
      (await query(database, 'SELECT points FROM booking_private.rate_limits')).rows;
    expect(await counted()).toEqual([{ points: 1 }]);
    const other = await another(database);
    await other.query('BEGIN; LOCK TABLE public.booking_requests');
    const late = server.post(ada, headers);
    await somebodyWaits(database);
    await query(database, 'UPDATE booking_private.rate_limits SET expire = expire + 1, points = 1');
    await other.query('COMMIT');
    expect((await late).status).toBe(201);
    expect(await counted()).toEqual([{ points: 1 }]);
  });

  test('forget the addresses whose window is over', async () => {
    const database = await temporaryDatabase();
    const server = await startServer({ database, rateLimit: { requests: 5, seconds: 600 } });
    await query(
      database,
      "INSERT INTO booking_private.rate_limits VALUES ('bookings:203.0.113.9', 5, 1)",
    );
    await server.post(ada);
    const known = async () =>
      (await query(database, 'SELECT key FROM booking_private.rate_limits')).rows;
    await expect.poll(known).toEqual([{ key: 'bookings:127.0.0.1' }]);
  });

  test('deliver each booking once, woken at once, also for one that came through PostgREST', async () => {
    const database = await temporaryDatabase();
    const { url, mails } = await catcher();
    const { url: hook, hooks } = await receiver();
    const channels = [mailTo(url), hookTo(hook)];
    const servers = [
      await startServer({ database, channels }),
      await startServer({ database, channels }),
    ];
    // Both have looked and found nothing: what comes now is told, or found after five seconds.
    await expect.poll(() => listenersOn(database)).toBe(2);
    const began = performance.now();
    await query(
      database,
      `SET ROLE anon; ${Array.from({ length: 10 }, () => insertOf(ada)).join(';')}`,
    );
    await expect.poll(() => hooks.length).toBe(10);
    expect(performance.now() - began).toBeLessThan(4_000);
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(10);
    const state = 'done';
    await expect.poll(() => servers[0]?.store.countBookings({ state })).toBe(10);
    expect([mails.length, hooks.length]).toEqual([10, 10]);
  });

  test('pass over a delivery that another one is just taking', async () => {
    const url = await temporaryDatabase();
    const store = await openPostgres({ url, channels: ['mail'] });
    const other = await another(url);
    onTestFinished(() => store.close());
    await store.insertBookings([ada, { ...ada, name: 'Grace Hopper' }]);
    await other.query(
      'BEGIN; SELECT FROM booking_private.deliveries WHERE booking_id = 1 FOR UPDATE',
    );
    expect(await store.acquireDelivery('mail', 1_000)).toMatchObject({ booking: { id: 2 } });
  });

  test('erase the rest of a person when another one has just erased a part', async () => {
    const url = await temporaryDatabase();
    const store = await openPostgres({ url });
    onTestFinished(() => store.close());
    await store.insertBookings([ada, ada, ada]);
    const other = await another(url);
    await other.query('BEGIN; DELETE FROM public.booking_requests WHERE id < 3');
    const erasing = store.eraseBookings({ email: ada.email }, 2);
    await somebodyWaits(url);
    await other.query('COMMIT');
    expect(await erasing).toMatchObject({ erased: 1 });
    expect(await bookingsIn(url)).toEqual([]);
  });

  test('erase what is too old one at a time', async () => {
    const url = await temporaryDatabase();
    const longAgo = await openPostgres({ url, now: () => 0 });
    await longAgo.insertBookings(Array(400).fill(ada));
    await longAgo.close();
    const stores = [await openPostgres({ url }), await openPostgres({ url })];
    onTestFinished(async () => {
      await Promise.all(stores.map((store) => store.close()));
    });
    const turns = await Promise.all(
      Array.from({ length: 6 }, (_, i) => stores[i % 2]?.eraseBookings({ before: 1 }, 100)),
    );
    const erased = turns.reduce((sum, turn) => sum + (turn?.erased ?? 0), 0);
    expect(erased).toBe(400 - (await bookingsIn(url)).length);
    expect(turns.every((turn) => turn?.erased === 0 || turn?.erased === 100)).toBe(true);
  });
});

describe('while the database is away', () => {
  test('bookings get 503 and Retry-After within seconds, the pages go on, and all goes on by itself after', async () => {
    const postgres = await startOwnPostgres({ forgetful: true });
    onTestFinished(() => postgres.remove());
    await migratePostgres(postgres.url);
    const { url, mails } = await catcher();
    const server = await startServer({
      database: postgres.url,
      channels: [mailTo(url)],
      rateLimit: { requests: 100, seconds: 600 },
    });
    // Every connection of the pool is in use once.
    await Promise.all(Array.from({ length: 20 }, () => server.post(ada)));
    // None that is just being taken: whose answer is lost is taken again when its lease is over.
    await expect.poll(() => server.store.countBookings({ state: 'done' })).toBe(20);
    await postgres.stop();
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.post(ada)));
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await postgres.start();
    await expect.poll(async () => (await server.post(ada)).status).toBe(201);
    const after = await Promise.all(Array.from({ length: 20 }, () => server.post(ada)));
    expect(after.map(({ status }) => status)).toEqual(Array(20).fill(201));
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await bookingsIn(postgres.url)).toHaveLength(41);
    await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(41);
  });

  test('and silent, bookings get 503 within seconds, and are taken when it speaks again', async () => {
    const proxy = await startSilentProxy(new URL(await temporaryDatabase()));
    onTestFinished(() => proxy.close());
    const rateLimit = { requests: 100, seconds: 600 };
    const server = await startServer({ database: proxy.url, rateLimit });
    await Promise.all(Array.from({ length: 20 }, () => server.post(ada)));
    proxy.silent = true;
    for (let round = 0; round < 2; round++) {
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 15 }, () => server.post(ada)));
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(503));
      expect(performance.now() - began).toBeLessThan(6_500);
    }
    proxy.silent = false;
    await expect.poll(async () => (await server.post(ada)).status).toBe(201);
  });

  test('a server that starts serves the pages, and books when the database is there', async () => {
    const postgres = await startOwnPostgres({ forgetful: true });
    onTestFinished(() => postgres.remove());
    await postgres.stop();
    const server = await runServer(sharedProgram(), { DATABASE_URL: postgres.url });
    expect((await fetch(server.url)).status).toBe(200);
    expect((await book(server.url)).status).toBe(503);
    await expect.poll(() => server.stdout()).toContain('the database cannot be written');
    await postgres.start();
    await expect.poll(async () => (await book(server.url)).status).toBe(201);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

describe('while another program migrates', () => {
  const migrating = `SELECT pg_advisory_lock(${migrationLock})`;
  const migrated = `SELECT pg_advisory_unlock(${migrationLock})`;

  test('a server that starts serves the pages, and books by itself when that is done', async () => {
    const url = await temporaryDatabase({ migrated: false });
    const other = await another(url);
    await other.query(migrating);
    const server = await runServer(sharedProgram(), { DATABASE_URL: url });
    expect((await fetch(server.url)).status).toBe(200);
    expect((await book(server.url)).status).toBe(503);
    await other.query(migrated);
    await expect.poll(async () => (await book(server.url)).status).toBe(201);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('a store opens although the database falls silent meanwhile, and works when it speaks', async () => {
    const url = await temporaryDatabase({ migrated: false });
    const other = await another(url);
    await other.query(migrating);
    const proxy = await startSilentProxy(new URL(url));
    onTestFinished(() => proxy.close());
    const opening = openPostgres({ url: proxy.url, migrateUrl: proxy.url });
    await somebodyWaits(url);
    proxy.silent = true;
    const store = await opening;
    onTestFinished(() => store.close());
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await other.query(migrated);
    proxy.silent = false;
    await expect.poll(() => store.check().catch(({ name }) => name)).toBeUndefined();
  });

  test('the command to migrate waits for it', async () => {
    const url = await temporaryDatabase({ migrated: false });
    const other = await another(url);
    await other.query(migrating);
    const command = bookingsCommand(['migrate'], '/nowhere', { DATABASE_URL: url });
    await somebodyWaits(url);
    await other.query(migrated);
    expect(await command).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a booking waits for the disk, also where the database is set not to', async () => {
  const url = await temporaryDatabase();
  const name = new URL(url).pathname.slice(1);
  await migratePostgres(url);
  await query(
    url,
    `ALTER DATABASE "${name}" SET synchronous_commit = off;
     CREATE TABLE public.seen (setting text);
     CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       INSERT INTO public.seen VALUES (current_setting('synchronous_commit'));
       RETURN NULL;
     END $$;
     CREATE TRIGGER see AFTER INSERT ON public.booking_requests
       FOR EACH ROW EXECUTE FUNCTION public.see();`,
  );
  const store = await openPostgres({ url });
  onTestFinished(() => store.close());
  await store.insertBookings([ada]);
  expect((await query(url, 'SELECT * FROM public.seen')).rows).toEqual([{ setting: 'on' }]);
});

test('a store whose listener’s connection fell silent closes all the same', async () => {
  const url = await temporaryDatabase();
  const proxy = await startSilentProxy(new URL(url));
  onTestFinished(() => proxy.close());
  const store = await openPostgres({ url: proxy.url });
  store.listen(() => {});
  await expect.poll(() => listenersOn(url)).toBe(1);
  proxy.silent = true;
  const began = performance.now();
  await store.close();
  expect(performance.now() - began).toBeLessThan(4_000);
});

describe('the program on PostgreSQL', () => {
  test('books, lists and delivers whatever the database’s own way to write a date', async () => {
    const url = await temporaryDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(url, `ALTER DATABASE ${name} SET datestyle = 'German'`);
    await query(url, `ALTER DATABASE ${name} SET timezone = 'Asia/Kathmandu'`);
    const store = await openPostgres({ url, channels: ['mail'] });
    onTestFinished(() => store.close());
    await store.insertBookings([ada]);
    const [booking] = await store.listBookings({ limit: 9 });
    expect(Math.abs(Date.parse(booking?.created_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await store.acquireDelivery('mail', 1_000)).toMatchObject({ booking: ada });
  });

  test('migrates at its start, says where bookings are without a password, and ends in time', async () => {
    const url = new URL(await temporaryDatabase({ migrated: false }));
    url.password = 'hunter2';
    const server = await runServer(sharedProgram(), { DATABASE_URL: url.href });
    expect((await book(server.url)).status).toBe(201);
    await expect
      .poll(() => server.stdout())
      .toContain(`database ${url.pathname.slice(1)} on 127.0`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stdout() + server.stderr()).not.toContain('hunter2');
    expect(await bookingsIn(url.href)).toMatchObject([ada]);
  });

  test('does not start when migrations wait and its login may not apply them', async () => {
    const url = new URL(await temporaryDatabase({ migrated: false }));
    await query(url.href, 'ALTER ROLE booking_server LOGIN');
    url.username = 'booking_server';
    const server = run(sharedProgram(), ['server/main.ts'], {
      PORT: '0',
      DATABASE_URL: url.href,
    });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(
      /Migrations wait.*DATABASE_URL=… MIGRATE_URL=… npm run bookings -- migrate\n$/,
    );
  });

  test('has all commands of the outbox but backup and restore, which name PostgreSQL’s own', async () => {
    const DATABASE_URL = await temporaryDatabase({ migrated: false });
    const { url, mails } = await catcher();
    const mail = { SMTP_URL: url, MAIL_FROM: 'website@example.com', NOTIFY_EMAIL: 'a@b.example' };
    const bookings = (...args: string[]) =>
      bookingsCommand(args, '/nowhere', { DATABASE_URL, ...mail });
    expect(await bookings('list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run bookings -- migrate'),
    });
    expect(await bookings('migrate')).toMatchObject({ code: 0 });
    const store = await openPostgres({ url: DATABASE_URL, channels: ['mail'] });
    await store.insertBookings([ada]);
    await store.close();
    expect((await bookings('list', '--json')).stdout).toContain(ada.email);
    expect(await bookings('deliver', '--once')).toMatchObject({ code: 0 });
    expect(mails).toHaveLength(1);
    expect(await bookings('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/can be written and holds 1 booking/),
    });
    expect(await bookings('erase', '1', '--yes')).toMatchObject({ code: 0, stdout: '1 erased.\n' });
    expect(await bookings('backup', 'x.db')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('pg_dump'),
    });
    expect((await bookings('restore', 'x.db')).stderr).toContain('pg_restore');
  });

  test('that is the worker alone is woken by a booking that comes elsewhere', async () => {
    const DATABASE_URL = await temporaryDatabase();
    const { url, mails } = await catcher();
    const settings = {
      SMTP_URL: url,
      MAIL_FROM: 'website@example.com',
      NOTIFY_EMAIL: 'a@b.example',
    };
    const worker = run(sharedProgram(), ['server/cli/bookings.ts', 'deliver'], {
      DATABASE_URL,
      ...settings,
    });
    await expect.poll(() => listenersOn(DATABASE_URL)).toBe(1);
    const began = performance.now();
    await query(DATABASE_URL, `SET ROLE anon; ${insertOf(ada)}`);
    await expect.poll(() => mails.length).toBe(1);
    expect(performance.now() - began).toBeLessThan(4_000);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});

/** How many programs wait to be told of deliveries. */
async function listenersOn(url: string): Promise<number | null> {
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'lodemark listener' AND query LIKE 'LISTEN%'`;
  return (await query(url, listening)).rowCount;
}
