import { describe, expect, test } from 'vitest';
import { type Booking, bookingOf, visibleCharacter } from '../../booking/booking.ts';
import { listBookings } from '../../server/store/bookings.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { findVisitorRightsFault } from '../../server/store/postgres-rights.ts';
import { ada } from '../support/ada.ts';
import { createRole, insertOf, query } from '../support/postgres.ts';
import { asServer, openStore, temporaryDatabase } from '../support/postgres-database.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient privilege. */
const denied = { code: '42501' };

const rowsIn = async (url: string, what: string) =>
  (await query(url, `SELECT * FROM ${what}`)).rows;

/** An insert as PostgREST makes it: as `anon`, with the request's headers in a setting. */
const asVisitor = (url: string, values: Booking, headers: Record<string, unknown> = {}) =>
  query(
    url,
    `BEGIN; SET LOCAL ROLE anon;
     SELECT set_config('request.headers', '${JSON.stringify(headers)}', true);
     ${insertOf(values)}; COMMIT`,
  );

// The store's tests use this login, which shows that it can do everything that the server needs.
test('the login booking_server can change no schema', async () => {
  const url = asServer(await temporaryDatabase());
  for (const statement of [
    'CREATE TABLE booking_private.mine (a int)',
    "INSERT INTO booking_private.kysely_migration VALUES ('9999', '')",
    "UPDATE booking_private.installation SET secret = 'known'",
    'DROP TABLE public.booking_requests',
  ])
    await expect(query(url, statement), statement).rejects.toMatchObject(denied);
});

describe('a visitor', () => {
  // Grant all rights on new tables, as Supabase does for its projects.
  test.each(['anon', 'authenticated'])(
    'may only insert a booking as anon, and may do nothing as %s',
    async (role) => {
      const url = await temporaryDatabase({ migrated: false });
      await query(url, createRole('authenticated'));
      await query(url, createRole('anon'));
      for (const kind of ['TABLES', 'FUNCTIONS', 'SEQUENCES'])
        await query(url, `ALTER DEFAULT PRIVILEGES GRANT ALL ON ${kind} TO anon, authenticated`);
      await migratePostgres(url);
      const tables = await rowsIn(url, "pg_tables WHERE schemaname = 'booking_private'");
      expect(tables.length).toBeGreaterThan(8);
      const columns = Object.entries({
        id: '7',
        created_at: 'now()',
        spam_signals: "''",
        state: "'contacted'",
        accepted_at: 'now()',
        dispatched_at: 'now()',
        source: "'x'",
        language: "'de'",
        search_text: "'x'",
      });
      for (const statement of [
        'SELECT * FROM public.booking_requests',
        `${insertOf(ada)} RETURNING id`,
        ...columns.map(([column, value]) => insertOf(ada, `, ${column}`, `, ${value}`)),
        "UPDATE public.booking_requests SET name = 'x'",
        'DELETE FROM public.booking_requests',
        'TRUNCATE public.booking_requests',
        'SELECT last_value FROM public.booking_requests_id_seq',
        ...tables.flatMap(({ tablename }) => [
          `SELECT * FROM booking_private.${tablename}`,
          `DELETE FROM booking_private.${tablename}`,
        ]),
      ]) {
        const asked = query(url, `SET ROLE ${role}; ${statement}`);
        await expect(asked, statement).rejects.toMatchObject(denied);
      }
      const store = await openStore(url);
      expect(await listBookings(store, { limit: 9 })).toEqual([]);
      await asVisitor(url, ada);
      expect(await listBookings(store, { limit: 9 })).toHaveLength(1);
      expect(await findVisitorRightsFault(store)).toBeUndefined();
      await query(url, `GRANT SELECT (email) ON public.booking_requests TO ${role}`);
      expect(await findVisitorRightsFault(store)).toContain(`${role} SELECT on email`);
    },
  );

  test('inserts a trimmed booking, with language, time zone and source from the headers', async () => {
    const url = await temporaryDatabase();
    const padded = bookingOf((field) => `\u3000${ada[field]} \n`);
    await asVisitor(url, padded, {
      'content-language': 'pt-BR',
      prefer: 'return=minimal, timezone=America/Sao_Paulo',
      'x-source': 'fair-2026',
    });
    const details = { language: 'pt-BR', time_zone: 'America/Sao_Paulo', source: 'fair-2026' };
    const store = await openStore(url);
    expect(await listBookings(store, { limit: 9 })).toMatchObject([{ ...ada, ...details }]);
    await asVisitor(url, ada, { 'x-source': 'another' });
    expect(await listBookings(store, { limit: 9 })).toMatchObject([{ ...details, repeats: 1 }]);
  });

  test.each([
    ['are missing', {}],
    [
      'have another format',
      { 'content-language': 'de, en', prefer: 'timezone=<b>', 'x-source': 'A B' },
    ],
    ['are not texts', { 'content-language': { a: 1 }, prefer: [1], 'x-source': 'a'.repeat(41) }],
  ])('stores a booking without the values of its headers, when they %s', async (_, headers) => {
    const url = await temporaryDatabase();
    await asVisitor(url, ada, headers);
    const none = { language: null, time_zone: null, source: null };
    expect(await listBookings(await openStore(url), { limit: 9 })).toMatchObject([none]);
  });

  test('needs a visible character in a name, as on our own server', async () => {
    const { rows } = await query(
      await temporaryDatabase(),
      `SELECT string_agg(chr(n), '' ORDER BY n) AS every,
        string_agg(chr(n), '' ORDER BY n) FILTER (WHERE booking_private.is_visible(chr(n))) AS visible
      FROM generate_series(1, 1114111) AS n WHERE n NOT BETWEEN 55296 AND 57343`,
    );
    const visible = new RegExp(visibleCharacter, 'u');
    const ours = [...rows[0].every].filter((one) => visible.test(one));
    expect([...rows[0].visible]).toEqual(ours);
  });
});
