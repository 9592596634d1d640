// node tests/bench/cost.ts [--postgres] [--rows N] [--pending]: what a booking costs with N stored
// (1,000,000), against 1,000. Both databases are worked in turns, so that the machine's moods fall
// on both alike. --pending: the stored ones still wait for their delivery. Takes about two minutes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openPostgres } from '../../server/store/postgres.ts';
import { migratePostgres } from '../../server/store/postgres-migrations.ts';
import { databaseFile, openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { createDatabase, query, startOwnPostgres } from '../support/postgres.ts';

const { values: given } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    pending: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000000' },
  },
});
const few = 1_000;
const many = Number(given.rows);
const rounds = 400;
const allowed = 1.2;
const state = given.pending ? 'pending' : 'done';

process.exitCode = await (given.postgres ? withPostgres(compare) : withSqlite(compare));

async function compare(open: (rows: number) => Promise<Store>): Promise<number> {
  const stores = { few: await open(few), many: await open(many) };
  const times = { few: newTimes(), many: newTimes() };
  for (let round = 0; round < rounds; round++) {
    for (const size of ['few', 'many'] as const) await work(stores[size], times[size], round);
  }
  const table = (['insert', 'claim', 'settle', 'list'] as const).map((operation) => {
    const [one, other] = [median(times.few[operation]), median(times.many[operation])];
    const ratio = (other / one).toFixed(2);
    return {
      operation,
      [`${few} rows`]: one.toFixed(3),
      [`${many} rows`]: other.toFixed(3),
      ratio,
    };
  });
  console.log(
    `Medians of ${rounds} in ms, ${given.postgres ? 'PostgreSQL' : 'SQLite'}, all ${state}`,
  );
  console.table(table);
  await Promise.all(Object.values(stores).map((store) => store.close()));
  const worst = Math.max(...table.map(({ ratio }) => Number(ratio)));
  console.log(worst <= allowed ? `ok: at most ${allowed}` : `FAILED: more than ${allowed}`);
  return worst <= allowed ? 0 : 1;
}

interface Times {
  insert: number[];
  claim: number[];
  settle: number[];
  list: number[];
}

function newTimes(): Times {
  return { insert: [], claim: [], settle: [], list: [] };
}

async function work(store: Store, times: Times, round: number): Promise<void> {
  const words = { name: `Ada ${round}`, company_name: 'Engines', email: `ada${round}@example.com` };
  const key = crypto.randomUUID();
  await timed(times.insert, () => store.insertBookings([words], { key }));
  const claim = await timed(times.claim, () => store.claimDelivery('mail', 120_000));
  if (claim === undefined) throw new Error('Nothing was claimed');
  await timed(times.settle, () => store.settleDelivery(claim, { state: 'done' }));
  await timed(times.list, () => store.listBookings({ limit: 100 }));
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  times.push(performance.now() - began);
  return result;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

type Compare = typeof compare;

async function withPostgres(compareStores: Compare): Promise<number> {
  const postgres = await startOwnPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  try {
    return await compareStores(async (rows) => {
      const { url } = await createDatabase(postgres.url);
      await migratePostgres(url);
      const store = await openPostgres({ url, channels: ['mail'] });
      await query(url, postgresRows(rows));
      // As autovacuum would have, some time after so many rows.
      await query(url, 'VACUUM ANALYZE public.booking_requests');
      await query(url, 'VACUUM ANALYZE desk.deliveries');
      return store;
    });
  } finally {
    await postgres.remove();
  }
}

function postgresRows(rows: number): string {
  return `ALTER TABLE public.booking_requests DISABLE TRIGGER USER;
    INSERT INTO public.booking_requests (name, company_name, email, request_id, request_hash)
    SELECT 'Name ' || n, 'Company ' || n, 'name' || n || '@example.com', id,
      desk.request_hash(id, 'Name ' || n, 'Company ' || n, 'name' || n || '@example.com')
    FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${rows}) AS n) AS row;
    ALTER TABLE public.booking_requests ENABLE TRIGGER USER;
    INSERT INTO desk.deliveries (booking_id, channel, state, created_at, next_at, give_up_at)
    SELECT id, 'mail', '${state}', created_at, created_at, created_at + interval '72 hours'
    FROM public.booking_requests`;
}

async function withSqlite(compareStores: Compare): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-cost-'));
  try {
    return await compareStores(async (rows) => {
      const own = path.join(folder, String(rows));
      await (await openSqlite({ folder: own })).close();
      const database = new DatabaseSync(databaseFile(own));
      database.exec(sqliteRows(rows));
      database.close();
      return openSqlite({ folder: own, channels: ['mail'] });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sqliteRows(rows: number): string {
  const now = "strftime('%Y-%m-%dT%H:%M:%fZ')";
  return `BEGIN;
    INSERT INTO booking_requests (created_at, name, company_name, email, request_id)
    WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < ${rows})
    SELECT ${now}, 'Name ' || n, 'Company ' || n, 'name' || n || '@example.com', lower(hex(randomblob(16)))
    FROM row;
    INSERT INTO deliveries (booking_id, channel, id, state, created_at, next_at, give_up_at)
    SELECT id, 'mail', lower(hex(randomblob(16))), '${state}', created_at, created_at, created_at
    FROM booking_requests;
    COMMIT`;
}
