import { randomUUID } from 'node:crypto';
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import { day } from '../../../booking/zones.ts';
import type { Dialect } from '../../store/dialects.ts';
import { chunksOf, type Db, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { insertEvent, raiseVersion } from '../leads/leads.ts';
import { receiptLifetime } from './receipts.ts';

/** The channels to the provider. */
export const channelNames = ['mail', 'webhook', 'chat'] as const;

/** `receipt` goes to the visitor. If it fails, no operator has to act, and `replay` does not send it again. */
export type ChannelName = (typeof channelNames)[number] | 'receipt';

/** The minimum time before a delivery is given up, in milliseconds. */
const givesUpAfter = 3 * day;

/** Selects deliveries. `ids`: the bookings; omit it to select those of all bookings. */
export interface DeliverySelection {
  ids?: readonly number[];
  dead?: boolean;
  channel?: ChannelName;
}

/**
 * Makes the selected deliveries pending again. With `create`, it instead creates the deliveries that the channel lacks,
 * for bookings since a time (ISO 8601). Adds to the history. Returns the booking of each delivery.
 */
export function replayDeliveries(
  store: Store,
  which: DeliverySelection,
  who: string,
  create?: { channel: ChannelName; since: string },
): Promise<number[]> {
  const { clock } = store.dialect;
  return store.write(async (db) => {
    const again = {
      state: 'pending' as const,
      attempts: 0,
      lease: null,
      done_at: null,
      next_at: clock(),
      give_up_at: clock(givesUpAfter),
    };
    const replayed = create
      ? await createMissing(store, db, create)
      : await select(db.updateTable('deliveries').set(again), which)
          .returning('booking_id')
          .execute();
    return recordAction(store, db, replayed, who, 'replayed');
  });
}

/** Marks pending and dead deliveries as done by hand. Adds to the history. Returns the booking of each. */
export function markDeliveriesDone(
  store: Store,
  which: DeliverySelection,
  who: string,
): Promise<number[]> {
  const done = { state: 'done' as const, lease: null, done_at: store.dialect.clock() };
  return store.write(async (db) => {
    const open = db.updateTable('deliveries').where('state', '<>', 'done').set(done);
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

async function createMissing(
  store: Store,
  db: Db,
  { channel, since }: { channel: ChannelName; since: string },
) {
  const rows = await db
    .selectFrom('booking_requests')
    .where('created_at', '>=', since)
    .where('state', '<>', 'quarantined')
    .where('dispatched_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .whereRef('booking_id', '=', 'booking_requests.id')
            .where('channel', '=', channel)
            .select('deliveries.id'),
        ),
      ),
    )
    .select('id as booking_id')
    .execute();
  await insertDeliveries(
    store.dialect,
    db,
    rows.map(({ booking_id }) => booking_id),
    [channel],
  );
  return rows;
}

/** Creates a delivery for each booking and channel, due now. Keeps deliveries that exist. */
export async function insertDeliveries(
  dialect: Dialect,
  db: Db,
  ids: readonly number[],
  channels: readonly ChannelName[],
): Promise<void> {
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
  for (const chunk of chunksOf(rows))
    await db
      .insertInto('deliveries')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
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
  await raiseVersion(db, distinct);
  await insertEvent(store, db, distinct, who, action);
  return ids;
}

/** `oldest`: when the oldest pending delivery was created. */
export interface ChannelSummary {
  channel: string;
  pending: number;
  dead: number;
  oldest: string | null;
}

/**
 * Counts the pending and dead deliveries of each channel to the provider, including channels that are no longer set.
 * Each state has its own query, which uses that state's index.
 */
export function summarizeDeliveries(store: Store): Promise<ChannelSummary[]> {
  return store.read(async (db) => {
    const found = new Map<string, ChannelSummary>();
    for (const state of ['pending', 'dead'] as const) {
      const rows = await db
        .selectFrom('deliveries')
        .where('state', '=', sql.lit(state))
        .where('channel', '<>', 'receipt')
        .groupBy('channel')
        .select(({ fn }) => [
          'channel',
          fn.countAll().as('count'),
          fn.min('created_at').as('oldest'),
        ])
        .execute();
      for (const { channel, count, oldest } of rows) {
        const summary = found.get(channel) ?? { channel, pending: 0, dead: 0, oldest: null };
        summary[state] = Number(count);
        if (state === 'pending') summary.oldest = oldest;
        found.set(channel, summary);
      }
    }
    return [...found.values()].sort((a, b) => (a.channel < b.channel ? -1 : 1));
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
