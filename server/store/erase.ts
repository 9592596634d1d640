import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { chunksOf, type Db, type Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Which bookings to erase. `leads`: these leads, if they still have the given version. `olderThan`: closed leads that
 * are older than this many milliseconds, and delivered ones that are twice as old.
 */
export type ErasureFilter =
  | { leads: readonly { id: number; version?: number }[] }
  | { olderThan: number };

const erasedSchema = z.object({
  booking_id: z.int(),
  created_at: z.iso.datetime(),
  erased_at: z.iso.datetime(),
});

/** The record of an erased booking, which is one line of `erased.jsonl`. */
export type Erased = z.infer<typeof erasedSchema>;

/** How many bookings one transaction erases. New bookings are inserted in between. */
const batch = 200;

/**
 * Erases the bookings in batches, until `signal` is aborted. Foreign keys delete their deliveries and history too.
 * Records the number and time of each in the database. Returns the records.
 */
export async function eraseBookings(store: Store, which: ErasureFilter, signal?: AbortSignal) {
  const all: Erased[] = [];
  const parts = 'leads' in which ? chunksOf(which.leads).map((leads) => ({ leads })) : [which];
  for (const part of parts) {
    // Bookings that were changed in the meantime are skipped, and must not block the rest.
    for (let after = 0; !signal?.aborted; ) {
      const { chosen, erased } = await store.write((db) => eraseBatch(store, db, part, after));
      all.push(...erased);
      if (chosen.length < batch) break;
      after = Math.max(...chosen);
    }
  }
  if (all.length > 0) store.emptyLog?.();
  return all;
}

async function eraseBatch(store: Store, db: Db, which: ErasureFilter, after: number) {
  const { dialect } = store;
  const versions = new Map('leads' in which ? which.leads.map((one) => [one.id, one.version]) : []);
  const query = db
    .selectFrom('booking_requests')
    .where((eb) =>
      'leads' in which ? eb('id', 'in', [...versions.keys()]) : isOld(store, eb, which.olderThan),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .select(['id', 'created_at', 'version']);
  const rows = await dialect.lock(query).execute();
  const chosen = rows.map(({ id }) => id);
  const unchanged = rows.filter(({ id, version }) => (versions.get(id) ?? version) === version);
  if (unchanged.length === 0) return { chosen, erased: [] };
  const ids = unchanged.map(({ id }) => id);
  await db.deleteFrom('booking_requests').where('id', 'in', ids).execute();
  const erased_at = dialect.clock();
  const erased = await db
    .insertInto('erased')
    .values(unchanged.map(({ id, created_at }) => ({ booking_id: id, created_at, erased_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return { chosen, erased };
}

/**
 * The condition for an old booking: closed and older than `limit` milliseconds, or with every delivery done and older
 * than twice that.
 */
function isOld(
  { dialect }: Store,
  eb: ExpressionBuilder<Tables, 'booking_requests'>,
  limit: number,
) {
  /**
   * A booking with a larger number than a young one was stored later, so it is young too. If its time looks old, the
   * clock was wrong. Times in the future are ignored.
   */
  const isOlder = (age: number) =>
    eb.and([
      eb('created_at', '<', dialect.clock(-age)),
      eb(
        'id',
        '<',
        eb.fn.coalesce(
          eb
            .selectFrom('booking_requests as younger')
            .where('younger.created_at', '>=', dialect.clock(-age))
            .where('younger.created_at', '<=', dialect.clock())
            .select(({ fn }) => fn.min('younger.id').as('id')),
          eb.lit(Number.MAX_SAFE_INTEGER),
        ),
      ),
    ]);
  const hasDelivery = (comparison: '=' | '<>') =>
    eb.exists(
      eb
        .selectFrom('deliveries')
        .whereRef('booking_id', '=', 'booking_requests.id')
        .where('deliveries.state', comparison, 'done')
        .where('channel', '<>', 'receipt')
        .select('channel'),
    );
  return eb.or([
    eb.and([eb('state', '=', 'closed'), isOlder(limit)]),
    eb.and([hasDelivery('='), eb.not(hasDelivery('<>')), isOlder(2 * limit)]),
  ]);
}

/** The records of all erasures, including those by other programs. */
export function listErased(store: Store): Promise<Erased[]> {
  return store.read((db) => db.selectFrom('erased').selectAll().orderBy('booking_id').execute());
}

/**
 * Erases like `eraseBookings`, and adds the records to `erased.jsonl` in DATA_DIR. If that fails, the next backup
 * copies the records from the database.
 */
export async function eraseAndRecord(
  { config, store, log }: EraseContext,
  which: ErasureFilter,
  signal?: AbortSignal,
): Promise<Erased[]> {
  const erased = await eraseBookings(store, which, signal);
  await appendErased(config.dataFolder, erased).catch((err: unknown) =>
    log.warn({ err }, 'erasures could not be recorded in erased.jsonl'),
  );
  return erased;
}

export interface EraseContext {
  config: { dataFolder: string };
  store: Store;
  log: { warn(fields: object, message: string): void };
}

/** The file with the records of erased bookings, in DATA_DIR or next to the backups. */
export function erasedFile(folder: string): string {
  return path.join(folder, 'erased.jsonl');
}

/** Adds records to the file. Throws the system's error. */
async function appendErased(folder: string, erased: readonly Erased[]): Promise<void> {
  if (erased.length === 0) return;
  // With PostgreSQL, the folder may not exist yet.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(erasedFile(folder), linesOf(erased), { mode: 0o600 });
}

/** The records as lines of the file. */
export function linesOf(erased: readonly Erased[]): string {
  return erased.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The records in the folder's file, or none if there is no file. Skips incomplete lines. */
export function readErased(folder: string): Erased[] {
  const file = erasedFile(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [erasedSchema.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

/**
 * Erases bookings again after a backup has been restored, if their number and time match one of these records or
 * one in the backup. Raises the sequence above every number that was used, and deletes sessions and sign-in links.
 * `highestKnown`: the highest number in the replaced database. Returns the number of erased bookings.
 */
export async function eraseAgain(store: Store, records: readonly Erased[], highestKnown = 0) {
  const all = [...records, ...(await listErased(store))];
  const highest = all.reduce((most, one) => Math.max(most, one.booking_id), highestKnown);
  const count = await store.write(async (db) => {
    let total = 0;
    for (const record of all) {
      const { numDeletedRows } = await db
        .deleteFrom('booking_requests')
        .where('id', '=', record.booking_id)
        .where('created_at', '=', record.created_at)
        .executeTakeFirst();
      total += Number(numDeletedRows);
      await db
        .insertInto('erased')
        .values(record)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await store.dialect.raiseSequence(highest + 1).execute(db);
    await db.deleteFrom('inbox_sessions').execute();
    await db.deleteFrom('inbox_links').execute();
    return total;
  });
  store.emptyLog?.();
  return count;
}
