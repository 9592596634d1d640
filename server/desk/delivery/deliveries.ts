import { randomUUID } from 'node:crypto';
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import { day } from '../../../booking/zones.ts';
import { chunksOf, type Db, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { insertEvent } from '../leads/leads.ts';
import { receiptLifetime } from '../mail/receipt.ts';
import type { ChannelName } from './channel.ts';

/** The minimum time before a delivery is given up, in milliseconds. */
const givesUpAfter = 3 * day;

/** Selects deliveries. `ids`: the bookings; omit it to select those of all bookings. */
export interface DeliverySelection {
  ids?: readonly number[];
  dead?: boolean;
  channel?: ChannelName;
}

/** Makes the selected deliveries pending again. Adds to the history. Returns the booking of each delivery. */
export function replayDeliveries(store: Store, which: DeliverySelection, who: string) {
  const { clock } = store.dialect;
  return store.write(async (db) => {
    const again = db.updateTable('deliveries').set({
      state: 'pending',
      attempts: 0,
      lease: null,
      done_at: null,
      last_error: null,
      next_at: clock(),
      give_up_at: clock(givesUpAfter),
    });
    const rows = await select(again, which).returning('booking_id').execute();
    return recordAction(store, db, rows, who, 'replayed');
  });
}

/**
 * Creates the deliveries that the channel lacks, for bookings since a time (ISO 8601). Adds to the history. Returns the
 * booking of each delivery.
 */
export function createMissing(store: Store, channel: ChannelName, since: string, who: string) {
  return store.write(async (db) => {
    const rows = await db
      .selectFrom('booking_requests')
      .where('created_at', '>=', since)
      .where('state', '<>', 'quarantined')
      .where('dispatched_at', 'is not', null)
      .select('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    const created = await insertDeliveries(store, db, ids, [channel]);
    return recordAction(store, db, created, who, 'replayed');
  });
}

/** Marks pending and dead deliveries as done by hand. Adds to the history. Returns the booking of each. */
export function markDeliveriesDone(store: Store, which: DeliverySelection, who: string) {
  return store.write(async (db) => {
    const open = db
      .updateTable('deliveries')
      .where('state', '<>', 'done')
      .set({ state: 'done', lease: null, done_at: store.dialect.clock(), last_error: null });
    const rows = await select(open, which).returning('booking_id').execute();
    return recordAction(store, db, rows, who, 'delivered');
  });
}

type Update = UpdateQueryBuilder<Tables, 'deliveries', 'deliveries', UpdateResult>;

function select(update: Update, { ids, dead, channel }: DeliverySelection) {
  let selected = update.where('channel', '<>', 'receipt');
  if (ids !== undefined) selected = selected.where('booking_id', 'in', [...ids, -1]);
  if (dead) selected = selected.where('state', '=', 'dead');
  if (channel !== undefined) selected = selected.where('channel', '=', channel);
  return selected;
}

/** Creates a delivery for each booking and channel, due now. Keeps deliveries that exist. Returns the new deliveries. */
export async function insertDeliveries(
  { dialect }: Store,
  db: Db,
  ids: readonly number[],
  channels: readonly ChannelName[],
): Promise<{ booking_id: number }[]> {
  const now = dialect.clock();
  const rows = ids.flatMap((booking_id) =>
    channels.map((channel) => ({
      booking_id,
      channel,
      id: randomUUID(),
      created_at: now,
      next_at: now,
      give_up_at: dialect.clock(channel === 'receipt' ? receiptLifetime : givesUpAfter),
    })),
  );
  const created: { booking_id: number }[] = [];
  for (const chunk of chunksOf(rows)) {
    const insert = db
      .insertInto('deliveries')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing());
    created.push(...(await insert.returning('booking_id').execute()));
  }
  return created;
}

async function recordAction(
  store: Store,
  db: Db,
  rows: readonly { booking_id: number }[],
  who: string,
  action: 'replayed' | 'delivered',
): Promise<number[]> {
  const ids = rows.map(({ booking_id }) => booking_id);
  const distinct = [...new Set(ids)];
  // A change that is based on an older version is refused.
  for (const chunk of chunksOf(distinct))
    await db
      .updateTable('booking_requests')
      .where('id', 'in', chunk)
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute();
  await insertEvent(store, db, distinct, who, action);
  return ids;
}

/** The pending or the dead deliveries of a channel. `oldest`: when the oldest one was created. */
export type DeliveryCount = Awaited<ReturnType<typeof countDeliveries>>[number];

/** Counts the deliveries to the provider that are not done, including those of channels that are no longer set. */
export function countDeliveries(store: Store) {
  return store.read(async (db) => {
    const countIn = (state: 'pending' | 'dead') =>
      db
        .selectFrom('deliveries')
        // A literal, so that the query uses this state's index.
        .where('state', '=', sql.lit(state))
        .where('channel', '<>', 'receipt')
        .groupBy('channel')
        .orderBy('channel')
        .select(({ fn }) => [
          'channel',
          sql.lit(state).as('state'),
          fn.countAll().as('count'),
          fn.min('created_at').as('oldest'),
        ])
        .execute();
    return [...(await countIn('dead')), ...(await countIn('pending'))];
  });
}

/** How many deliveries of the last week were refused by some of their recipients. */
export function countRefused(store: Store): Promise<number> {
  const week = 7 * day;
  return store.read(async (db) => {
    const row = await db
      .selectFrom('deliveries')
      .where('state', '=', 'done')
      .where('last_error', 'is not', null)
      .where('done_at', '>', store.dialect.clock(-week))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  });
}
