import { readdirSync } from 'node:fs';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Booking, bookingOf } from '../../booking/booking.ts';
import { visibleCharacter } from '../../booking/parse.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import { ada } from '../support/ada.ts';
import { createDatabase, createRole, insertOf, query } from '../support/postgres.ts';
import {
  asServer,
  openStore as open,
  temporaryDatabase,
  temporaryPostgres,
} from '../support/postgres-database.ts';
import { startServer } from '../support/server.ts';
import { book, runServer, sharedProgram } from '../support/server-process.ts';
import { spamExamples } from '../support/spam-examples.ts';

const folder = new URL('../../database/postgres/', import.meta.url);
const files = readdirSync(folder).sort();

/** Opens the store as the server does at its start, and closes it. */
async function start(url: string, migrate = false): Promise<void> {
  await (await openPostgres({ url, migrate })).close();
}

const rowsIn = async (url: string, what: string) =>
  (await query(url, `SELECT * FROM ${what}`)).rows;

const countBookings = async (url: string) => (await rowsIn(url, 'public.booking_requests')).length;

/** One insert as PostgREST makes it: as `anon`, the headers of the request in a setting. */
const asVisitor = (url: string, headers: string, booking: Booking) =>
  query(
    url,
    `BEGIN; SET LOCAL ROLE anon; SELECT set_config('request.headers', '${headers}', true);
     ${insertOf(booking)}; COMMIT`,
  );

/** What no visitor may see. */
async function privateTables(url: string): Promise<string[]> {
  const sql = "SELECT tablename FROM pg_tables WHERE schemaname = 'booking_private'";
  const names = (await query(url, sql)).rows.map(({ tablename }) => String(tablename));
  expect(names).toEqual(expect.arrayContaining(['deliveries', 'leads', 'inbox_sessions']));
  return names;
}

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const withKey = `{"idempotency-key": "${key}"}`;

describe('the migrations of PostgreSQL', () => {
  test('are applied once, however many servers start at once', async () => {
    const url = await temporaryDatabase({ migrated: false });
    const applied = await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)));
    expect(applied.filter((count) => count > 0)).toEqual([files.length]);
  });

  test('create the roles of a new server, also from two databases at once', async () => {
    const server = await temporaryPostgres();
    const databases = await Promise.all([1, 2, 3].map(() => createDatabase(server.url)));
    const applied = await Promise.all(databases.map(({ url }) => migratePostgres(url)));
    expect(applied).toEqual(Array(3).fill(files.length));
  });

  test('leave nothing behind when they fail', async () => {
    const url = await temporaryDatabase({ migrated: false });
    await query(url, 'CREATE TABLE public.booking_requests (name text)');
    await expect(start(url, true)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining('relation "booking_requests" already exists'),
    });
    expect(await rowsIn(url, "pg_namespace WHERE nspname = 'booking_private'")).toEqual([]);
  });

  test('of a newer version stop the start', async () => {
    const url = await temporaryDatabase();
    await query(url, 'UPDATE booking_private.migrations SET version = 999');
    const message = /newer version .*schema 999.*left as it is: start the newer/;
    await expect(start(url, true)).rejects.toThrow(message);
    await expect(start(await asServer(url))).rejects.toThrow(message);
    expect(await rowsIn(url, 'booking_private.migrations')).toMatchObject([{ version: 999 }]);
  });

  test('stop at a database that cannot hold every name, with the command for one that can', async () => {
    const server = inject('postgres');
    const name = `lodemark_test_ascii_${crypto.randomUUID().slice(0, 8)}`;
    await query(
      server,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    onTestFinished(async () => {
      await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
    });
    const url = new URL(server);
    url.pathname = `/${name}`;
    await expect(start(url.href, true)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringMatching(/SQL_ASCII.*createdb --encoding=UTF8 --template=template0$/),
    });
  });

  test('that the login may not apply keep a server from taking bookings until the owner applies them', async () => {
    const owner = await temporaryDatabase({ migrated: false });
    const server = await runServer(sharedProgram(), { DATABASE_URL: await asServer(owner) });
    expect((await book(server.url)).status).toBe(503);
    expect(server.stdout()).toContain('DATABASE_URL=… ./lodemark migrate');
    await migratePostgres(owner);
    await expect.poll(async () => (await book(server.url)).status).toBe(201);
  });
});

describe('a login', () => {
  test('that is refused stops the start, in a sentence without its password', async () => {
    const url = new URL(await temporaryDatabase());
    url.username = 'nobody_here';
    url.password = 'hunter2';
    const refused = await start(url.href).catch((error) => error);
    expect(refused).toMatchObject({ name: 'DatabaseError' });
    expect(refused.message).toContain('nobody_here');
    expect(refused.message).not.toContain('hunter2');
  });

  test('booking_server can do all that the server does, and change no schema', async () => {
    const owner = await temporaryDatabase();
    const url = await asServer(owner);
    const store = await open(url, 'mail');
    await store.insertBookings([ada], { key });
    await store.insertBookings([ada], { native: true });
    const acquired = await store.acquireDelivery('mail', 1_000);
    if (acquired) await store.completeDelivery(acquired, { state: 'done' });
    expect(await store.listBookings({ limit: 9 })).toMatchObject([{ ...ada, state: 'done' }]);
    await store.readLead(1);
    await store.changeLead(1, { who: 'cli', state: 'closed', note: 'Called.' });
    expect(await store.countLeads()).toMatchObject({ new: 0, closed: 1 });
    await store.insertBookings([{ ...ada, name: '<script>' }]);
    const [quarantined, first] = await store.listBookings({ limit: 2 });
    expect(await store.acceptBooking(quarantined?.id ?? 0)).toEqual({ accepted: true, due: 1 });
    const ids = [quarantined, first].map((one) => one?.id ?? 0);
    expect(await store.eraseBookings({ ids }, 9)).toMatchObject({ erased: 2 });
    const left = { email: ada.email, expiresAt: Date.now() + 60_000 };
    await store.insertLink({ tokenHash: 'link', ...left });
    await store.redeemLink('link', 'browser', { tokenHash: 'session', ...left }, [ada.email]);
    expect(await store.endSessions([1])).toBe(1);
    const quota = await store.quotas({ requests: 1, seconds: 60 })('203.0.113.9');
    await quota.refund();
    await store.check();
    for (const [sql, error] of [
      ['CREATE TABLE booking_private.mine (a int)', 'permission denied'],
      ['INSERT INTO booking_private.migrations (version) VALUES (999)', 'permission denied'],
      ['DROP TABLE public.booking_requests', 'owner'],
    ] as const) {
      await expect(query(url, sql)).rejects.toThrow(error);
    }
    await query(owner, 'REVOKE INSERT ON public.booking_requests FROM booking_server');
    const server = await startServer({ database: url });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  });
});

describe('a visitor', () => {
  // As in a Supabase project, which granted everything on new tables.
  test.each(['anon', 'authenticated'])(
    'may only book, as anon, and nothing else as %s',
    async (role) => {
      const url = await temporaryDatabase({ migrated: false });
      await query(url, createRole('authenticated'));
      for (const kind of ['TABLES', 'FUNCTIONS', 'SEQUENCES']) {
        await query(url, `ALTER DEFAULT PRIVILEGES GRANT ALL ON ${kind} TO anon, authenticated`);
      }
      await migratePostgres(url);
      for (const sql of [
        'SELECT * FROM public.booking_requests',
        `${insertOf(ada)} RETURNING id`,
        insertOf(ada, ', id', ', 7').replace('VALUES', 'OVERRIDING SYSTEM VALUE VALUES'),
        insertOf(ada, ', created_at', ', now()'),
        insertOf(ada, ', spam_signals', ", ''"),
        insertOf(ada, ', accepted_at', ', now()'),
        insertOf(ada, ', request_id', ', gen_random_uuid()'),
        insertOf(ada, ', native_post', ', true'),
        "UPDATE public.booking_requests SET name = 'x'",
        'DELETE FROM public.booking_requests',
        'TRUNCATE public.booking_requests',
        'SELECT last_value FROM public.booking_requests_id_seq',
        ...(await privateTables(url)).flatMap((name) => [
          `SELECT * FROM booking_private.${name}`,
          `DELETE FROM booking_private.${name}`,
        ]),
        "SELECT booking_private.spam_signals_of('a', 'b')",
      ]) {
        const denied = query(url, `SET ROLE ${role}; ${sql}`);
        await expect(denied, sql).rejects.toThrow(/^permission denied/);
      }
      expect(await countBookings(url)).toBe(0);
      await asVisitor(url, '', ada);
      expect(await countBookings(url)).toBe(1);
    },
  );

  test('books: stored trimmed, with its deliveries for the channels of the servers', async () => {
    const url = await temporaryDatabase();
    const store = await open(url, 'mail');
    const padded = bookingOf((field) => `\u3000${ada[field]} \n`);
    await asVisitor(url, withKey, padded);
    expect(await store.listBookings({ limit: 9 })).toMatchObject([
      { ...ada, request_id: key, state: 'pending' },
    ]);
    expect(await store.acquireDelivery('mail', 1_000)).toMatchObject({ booking: ada });
  });

  test('needs a visible character in a name, by the same rule as at our own server', async () => {
    const url = await temporaryDatabase();
    const { rows } = await query(
      url,
      `SELECT string_agg(chr(n), '' ORDER BY n) AS every,
        string_agg(chr(n), '' ORDER BY n) FILTER (WHERE booking_private.is_visible(chr(n))) AS visible
      FROM generate_series(1, 1114111) AS n WHERE n NOT BETWEEN 55296 AND 57343`,
    );
    const visible = new RegExp(visibleCharacter, 'u');
    const ours = [...rows[0].every].filter((one) => visible.test(one));
    expect([...rows[0].visible]).toEqual(ours);
  });

  test('is quarantined by the same signals as at our own server, and delivered when accepted', async () => {
    const url = await temporaryDatabase();
    const store = await open(url, 'mail');
    for (const [name, company_name] of spamExamples) {
      await query(url, insertOf({ ...ada, name, company_name }));
    }
    const stored = (await store.listBookings({ limit: 99 })).toReversed();
    expect(
      stored.map((one) => [one.name, one.company_name, one.spam_signals.join(' ') || null]),
    ).toEqual(spamExamples);
    await asVisitor(url, withKey, { ...ada, name: 'https://casino.example' });
    const [{ id = 0, ...newest } = {}] = await store.listBookings({ limit: 1 });
    expect(newest).toMatchObject({ state: 'quarantined', spam_signals: ['link-in-name'] });
    expect((await store.findLead(id))?.deliveries).toEqual([]);
    expect(await store.acceptBooking(id)).toEqual({ accepted: true, due: 1 });
    expect(await store.findLead(id)).toMatchObject({ lead: { state: 'pending' } });
  });

  test('is stored once under a repeated key, also when ten arrive at once, and again with other values', async () => {
    const url = await temporaryDatabase();
    await Promise.all(Array.from({ length: 10 }, () => asVisitor(url, withKey, ada)));
    expect(await countBookings(url)).toBe(1);
    // A repeat writes, and so waits for the disk, like a new booking.
    expect(await rowsIn(url, "booking_private.timestamps WHERE name = 'repeat'")).toHaveLength(1);
    await asVisitor(url, withKey.replace(key, key.toUpperCase()), ada);
    expect(await countBookings(url)).toBe(1);
    await asVisitor(url, withKey, { ...ada, name: 'Augusta Ada King' });
    expect(await countBookings(url)).toBe(2);
  });

  test.each([
    ['is not a UUID', '{"idempotency-key": "1"}'],
    ['is too long', `{"idempotency-key": "${key.repeat(900)}"}`],
    ['is not text', '{"idempotency-key": {"a": 1}}'],
  ])('has no key if it %s', async (_, headers) => {
    const url = await temporaryDatabase();
    await asVisitor(url, headers, ada);
    await asVisitor(url, headers, ada);
    expect(await countBookings(url)).toBe(2);
  });
});
