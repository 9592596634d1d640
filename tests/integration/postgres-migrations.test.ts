import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Booking, bookingOf } from '../../booking/booking.ts';
import { migratePostgres } from '../../server/store/postgres/migrations.ts';
import { openPostgres } from '../../server/store/postgres/store.ts';
import { ada } from '../support/ada.ts';
import { insertOf, query } from '../support/postgres.ts';
import { temporaryDatabase } from '../support/postgres-database.ts';
import { suspiciousWords } from '../support/spam-examples.ts';

const folder = new URL('../../database/postgres/', import.meta.url);

const files = readdirSync(folder).sort();

/** Opens the store as the server does at its start, and closes it. */
async function start(url: string, migrateUrl = url): Promise<void> {
  await (await openPostgres({ url, migrateUrl })).close();
}

/** The same database with another login, which is made where it is missing. */
async function loginAs(role: string, url: string): Promise<string> {
  await query(url, `ALTER ROLE ${role} LOGIN`);
  const login = new URL(url);
  login.username = role;
  return login.href;
}

const countBookings = async (url: string) =>
  (await query(url, 'SELECT FROM public.booking_requests')).rowCount;

/** One insert as PostgREST makes it: as `anon`, the request's headers in a setting. */
const asVisitor = (url: string, headers: string, booking: Booking) =>
  query(
    url,
    `BEGIN; SET LOCAL ROLE anon; SELECT set_config('request.headers', '${headers}', true);
     ${insertOf(booking)}; COMMIT`,
  );

const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const withKey = `{"idempotency-key": "${key}"}`;

describe('the migrations of PostgreSQL', () => {
  test('are applied once, however many servers start at once', async () => {
    const url = await temporaryDatabase({ migrated: false });
    const applied = await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)));
    expect(applied.flat().sort((a, b) => a - b)).toEqual(files.map((_, index) => index + 1));
  });

  test('are plain SQL that others apply as they are, and the server finds them applied', async () => {
    const url = await temporaryDatabase({ migrated: false });
    for (const file of files) await query(url, readFileSync(new URL(file, folder), 'utf8'));
    expect(await migratePostgres(url)).toEqual([]);
  });

  test('hash a key and its words as servers of the version before do', async () => {
    const url = await temporaryDatabase();
    const words = `'"', 'O''Brien', 'é'`;
    const { rows } = await query(
      url,
      `SELECT booking_private.request_hash('${key}', ${words}) = booking_private.request_hash('${key}', ARRAY[${words}]) AS same`,
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test('that fail leave nothing behind', async () => {
    const url = await temporaryDatabase({ migrated: false });
    await query(url, 'CREATE TABLE public.booking_requests (name text)');
    await expect(start(url)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining('relation "booking_requests" already exists'),
    });
    const { rowCount } = await query(
      url,
      "SELECT FROM pg_namespace WHERE nspname = 'booking_private'",
    );
    expect(rowCount).toBe(0);
  });

  test('stop at a database that cannot hold every name, and say how to make one that can', async () => {
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
    await expect(start(url.href)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringMatching(/SQL_ASCII.*createdb --encoding=UTF8 --template=template0$/),
    });
  });

  test('of a newer version stop the start', async () => {
    const url = await temporaryDatabase();
    await query(url, 'INSERT INTO booking_private.migrations (version) VALUES (999)');
    await expect(start(url)).rejects.toThrow(/newer version .*schema 999.*start the newer/);
  });

  test('that wait stop a start whose login may not apply them, and are applied by MIGRATE_URL', async () => {
    const owner = await temporaryDatabase({ migrated: false });
    const outbox = await loginAs('booking_server', owner);
    await expect(start(outbox)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining('DATABASE_URL=… MIGRATE_URL=… npm run bookings -- migrate'),
    });
    await start(outbox, owner);
    await start(outbox);
  });
});

describe('a login', () => {
  test('that is refused stops the start, in a sentence without its password', async () => {
    const url = new URL(await temporaryDatabase());
    url.username = 'nobody_here';
    url.password = 'hunter2';
    const refusal = await start(url.href).catch((error) => error);
    expect(refusal).toMatchObject({ name: 'DatabaseError' });
    expect(refusal.message).toContain('nobody_here');
    expect(refusal.message).not.toContain('hunter2');
  });

  test('outbox can do all that the server does, and change no schema', async () => {
    const url = await loginAs('booking_server', await temporaryDatabase());
    const store = await openPostgres({ url, channels: ['mail'] });
    onTestFinished(() => store.close());
    await store.insertBookings([ada], { key });
    await store.insertBookings([ada], { native: true });
    const acquired = await store.acquireDelivery('mail', 1_000);
    if (acquired) await store.completeDelivery(acquired, { state: 'done' });
    expect(await store.listBookings({ limit: 9 })).toMatchObject([{ ...ada, state: 'done' }]);
    await store.insertBookings([{ ...ada, name: 'Spam', spam_signals: ['trap'] }]);
    expect(await store.acceptBooking(2)).toEqual({ accepted: true, due: 1 });
    expect(await store.eraseBookings({ email: ada.email }, 9)).toMatchObject({ erased: 2 });
    await store.check();
    await expect(query(url, 'CREATE TABLE booking_private.mine (a int)')).rejects.toThrow(
      'permission denied',
    );
    await expect(query(url, 'DROP TABLE public.booking_requests')).rejects.toThrow('owner');
  });
});

describe('a visitor (anon)', () => {
  test.each([
    ['read', 'SELECT * FROM public.booking_requests'],
    ['ask a row back', `${insertOf(ada)} RETURNING id`],
    [
      'forge an id',
      insertOf(ada, ', id', ', 7').replace('VALUES', 'OVERRIDING SYSTEM VALUE VALUES'),
    ],
    ['forge a time', insertOf(ada, ', created_at', ', now()')],
    ['clear itself of spam_signals', insertOf(ada, ', spam_signals', ", ''")],
    ['accept itself', insertOf(ada, ', accepted_at', ', now()')],
    ['forge a key', insertOf(ada, ', request_id', ', gen_random_uuid()')],
    ['change', "UPDATE public.booking_requests SET name = 'x'"],
    ['delete', 'DELETE FROM public.booking_requests'],
    ['empty the table', 'TRUNCATE public.booking_requests'],
    [
      'learn from the sequence how many there are',
      'SELECT last_value FROM public.booking_requests_id_seq',
    ],
    ['see the deliveries', 'SELECT * FROM booking_private.deliveries'],
    ['see what was erased', 'SELECT * FROM booking_private.tombstones'],
    ['call a function of the outbox', "SELECT booking_private.request_hash(NULL, 'a', 'b', 'c')"],
  ])('may not %s', async (_, sql) => {
    const url = await temporaryDatabase();
    await expect(query(url, `SET ROLE anon; ${sql}`)).rejects.toThrow(/^permission denied/);
    expect(await countBookings(url)).toBe(0);
  });

  test('has no more rights where the project grants everything on new tables, as Supabase did', async () => {
    const url = await temporaryDatabase({ migrated: false });
    await query(url, 'DO $$ BEGIN CREATE ROLE authenticated; EXCEPTION WHEN OTHERS THEN END $$');
    await query(url, 'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO anon, authenticated');
    await query(url, 'ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO anon, authenticated');
    await query(url, 'ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO anon, authenticated');
    await migratePostgres(url);
    for (const role of ['anon', 'authenticated']) {
      for (const name of ['booking_requests', 'booking_requests_id_seq']) {
        await expect(query(url, `SET ROLE ${role}; SELECT FROM public.${name}`)).rejects.toThrow(
          'permission denied',
        );
      }
    }
    await asVisitor(url, '', ada);
    expect(await countBookings(url)).toBe(1);
  });

  test('books: stored trimmed, with its deliveries for the channels of the servers', async () => {
    const url = await temporaryDatabase();
    const store = await openPostgres({ url, channels: ['mail'] });
    onTestFinished(() => store.close());
    await asVisitor(
      url,
      withKey,
      bookingOf((field) => `\u3000${ada[field]} \n`),
    );
    expect(await store.listBookings({ limit: 9 })).toMatchObject([
      { ...ada, request_id: key, state: 'pending' },
    ]);
    expect(await store.acquireDelivery('mail', 1_000)).toMatchObject({ booking: ada });
  });

  test('is a quarantined by the same words as at our own server, and delivered when accepted', async () => {
    const url = await temporaryDatabase();
    const store = await openPostgres({ url, channels: ['mail'] });
    onTestFinished(() => store.close());
    for (const [name, company_name] of suspiciousWords) {
      await query(url, insertOf({ ...ada, name, company_name }));
    }
    const stored = (await store.listBookings({ limit: 99 })).toReversed();
    expect(
      stored.map(({ name, company_name, spam_signals }) => [
        name,
        company_name,
        spam_signals.join(' ') || null,
      ]),
    ).toEqual(suspiciousWords);
    await asVisitor(url, withKey, { ...ada, name: 'https://casino.example' });
    const [newest] = await store.listBookings({ limit: 1 });
    expect(newest).toMatchObject({ state: 'quarantined', spam_signals: ['link-in-name'] });
    expect((await store.findBooking(newest?.id ?? 0))?.deliveries).toEqual([]);
    expect(await store.acceptBooking(newest?.id ?? 0)).toEqual({ accepted: true, due: 1 });
    expect(
      (await store.listBookings({ limit: 99, state: 'pending' })).map(
        ({ spam_signals }) => spam_signals,
      ),
    ).toEqual([
      ['link-in-name'],
      ...suspiciousWords.filter(([, , codes]) => codes === null).map(() => []),
    ]);
  });

  test('is stored once under a repeated key, also when ten arrive at once, and again with other words', async () => {
    const url = await temporaryDatabase();
    await Promise.all(Array.from({ length: 10 }, () => asVisitor(url, withKey, ada)));
    expect(await countBookings(url)).toBe(1);
    await asVisitor(url, withKey.replace(key, key.toUpperCase()), ada);
    expect(await countBookings(url)).toBe(1);
    await asVisitor(url, withKey, { ...ada, name: 'Augusta Ada King' });
    expect(await countBookings(url)).toBe(2);
  });

  test.each([
    ['is no UUID', '{"idempotency-key": "1"}'],
    ['is too long', `{"idempotency-key": "${key.repeat(900)}"}`],
    ['is not text', '{"idempotency-key": {"a": 1}}'],
    ['comes in headers that are no JSON', 'idempotency-key'],
    ['comes in headers that are no object', '[1]'],
  ])('has no key when it %s', async (_, headers) => {
    const url = await temporaryDatabase();
    await asVisitor(url, headers, ada);
    await asVisitor(url, headers, ada);
    expect(await countBookings(url)).toBe(2);
  });

  test('is never brought back after an erasure by a late repeat of its key', async () => {
    const url = await temporaryDatabase();
    const store = await openPostgres({ url });
    onTestFinished(() => store.close());
    await asVisitor(url, withKey, ada);
    await store.eraseBookings({ email: ada.email.toUpperCase() }, 9);
    await asVisitor(url, withKey, ada);
    expect(await countBookings(url)).toBe(0);
  });

  test.each([
    ['email', 'nobody'],
    ['email', 'ada@-example.com'],
    ['email', 'ada@example.com\nx'],
    ['email', `ada@${'a'.repeat(64)}.com`],
    ['name', '\u00a0\ufeff'],
    ['name', '😀'.repeat(201)],
    ['company_name', ''],
  ])('is held to the same %s as in the form, not %j', async (field, value) => {
    const url = await temporaryDatabase();
    const booking = asVisitor(url, '', { ...ada, [field]: value });
    await expect(booking).rejects.toThrow(`check constraint "booking_requests_${field}_check"`);
  });

  test('may fill every field to its limit', async () => {
    const url = await temporaryDatabase();
    const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    await asVisitor(url, withKey, {
      ...ada,
      name: '😀'.repeat(200),
      company_name: 'ß'.repeat(200),
      email,
    });
    expect(await countBookings(url)).toBe(1);
  });
});
