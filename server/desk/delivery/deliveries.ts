import { randomUUID } from 'node:crypto';
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { StoredDelivery } from '../../store/booking-details.ts';
import { deliveryState, type StoredBooking, storedBooking } from '../../store/bookings.ts';
import type { Dialect } from '../../store/dialects.ts';
import type { Db, Store } from '../../store/store.ts';
import { chunksOf } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { insertEvent, raiseVersion } from '../leads/events.ts';
import { findOthers } from '../leads/others.ts';
import { isAfterOthers, receiptLifetime } from './receipts.ts';

/** The ways to the provider. */
export const channelNames = ['mail', 'webhook', 'chat'] as const;

/** `receipt` is the way to the visitor: no failure of it needs an operator, and no one sends it again. */
export type ChannelName = (typeof channelNames)[number] | 'receipt';

/** A new lead, and what the provider should know of it. */
export interface LeadNotice {
  booking: StoredBooking;
  /** The earlier leads of the same address or company, the newest first. */
  earlier: readonly StoredBooking[];
  /** How many quarantined bookings wait. */
  quarantined: number;
  /** The installation's. */
  secret: string;
  /** The database's time, in milliseconds since 1970. */
  now: number;
}

/** A delivery that one worker holds by the random token of its lease. */
export interface AcquiredDelivery {
  delivery: StoredDelivery;
  lead: LeadNotice;
  lease: string;
  /** Whether the time of the delivery is over: a failure may be the last. */
  isOver: boolean;
}

/**
 * The result of an attempt. `warning`: the recipients that refused it. `retryAfter`: milliseconds until
 * the next attempt. `untried`: the program aborted the attempt, and it does not count.
 */
export type Outcome =
  | { state: 'done'; warning?: string }
  | { state: 'pending'; retryAfter: number; error: string }
  | { state: 'dead'; error: string }
  | { state: 'untried' };

/** Written into the statement, so that SQLite finds its partial index. */
const pending = sql.lit<'pending'>('pending');

/** How long a delivery is tried at least, in milliseconds. */
const givesUpAfter = 3 * 24 * 60 * 60 * 1000;

/** Milliseconds, longer than any wait between two attempts: a later due time comes from a wrong clock. */
const longestWait = 90 * 60 * 1000;

/**
 * Leases the due delivery of one of the channels for `leaseFor` milliseconds and counts an attempt. One that was
 * never attempted comes first, then the one that is due first. Passes over a row that another worker acquires at the
 * same moment.
 */
export function acquireDelivery(
  store: Store,
  channels: readonly ChannelName[],
  leaseFor: number,
): Promise<AcquiredDelivery | undefined> {
  const { dialect } = store;
  const lease = randomUUID();
  return store.write(async (db) => {
    const query = db
      .selectFrom('deliveries')
      .where('channel', 'in', channels)
      .where('state', '=', pending)
      .$if(channels.includes('receipt'), (query) => query.where(isAfterOthers))
      .where((eb) =>
        eb.or([
          eb('next_at', '<=', dialect.clock()),
          eb('next_at', '>', dialect.clock(longestWait)),
        ]),
      )
      .orderBy((eb) => eb.case().when('attempts', '=', 0).then(0).else(1).end())
      .orderBy('next_at')
      .orderBy('booking_id')
      .limit(1)
      .select(['booking_id', 'channel']);
    const due = await dialect.lockFree(query).executeTakeFirst();
    if (due === undefined) return undefined;
    const { is_over, now, ...delivery } = await db
      .updateTable('deliveries')
      .where('booking_id', '=', due.booking_id)
      .where('channel', '=', due.channel)
      .set((eb) => ({
        lease,
        next_at: dialect.clock(leaseFor),
        attempts: eb('attempts', '+', 1),
      }))
      .returningAll()
      .returning(({ eb }) => [
        eb('give_up_at', '<=', dialect.clock()).as('is_over'),
        dialect.clock().as('now'),
      ])
      .executeTakeFirstOrThrow();
    const booking = await db
      .selectFrom('booking_requests')
      .where('id', '=', due.booking_id)
      .selectAll()
      .select(deliveryState)
      .executeTakeFirstOrThrow();
    const { count } = await db
      .selectFrom('booking_requests')
      .where('state', '=', 'quarantined')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const others = await findOthers(store, db, booking);
    const { secret } = await db
      .selectFrom('installation')
      .select('secret')
      .executeTakeFirstOrThrow();
    const lead = {
      booking: storedBooking(booking),
      earlier: others.filter(({ id }) => id < booking.id),
      quarantined: Number(count),
      secret,
      now: Date.parse(now),
    };
    return { delivery, lead, lease, isOver: Boolean(is_over) };
  });
}

/** Lets the lease end `leaseFor` milliseconds from now. False when it was lost. */
export function renewLease(store: Store, acquired: AcquiredDelivery, leaseFor: number) {
  return updateHeld(store, acquired, (update) =>
    update.set({ next_at: store.dialect.clock(leaseFor) }),
  );
}

/** Writes the outcome and ends the lease. False, with nothing written, when the lease was lost. */
export function completeDelivery(store: Store, acquired: AcquiredDelivery, outcome: Outcome) {
  const { clock } = store.dialect;
  return updateHeld(store, acquired, (update) => {
    const ended = update.set({ lease: null });
    switch (outcome.state) {
      case 'done':
        return ended.set({ state: 'done', done_at: clock(), last_error: outcome.warning ?? null });
      case 'pending':
        return ended.set({ next_at: clock(outcome.retryAfter), last_error: outcome.error });
      case 'dead':
        return ended.set({ state: 'dead', last_error: outcome.error });
      case 'untried':
        return ended.set((eb) => ({ next_at: clock(), attempts: eb('attempts', '-', 1) }));
    }
  });
}

type Update = UpdateQueryBuilder<Tables, 'deliveries', 'deliveries', UpdateResult>;

/** Changes the delivery while its lease is not lost. */
function updateHeld(
  store: Store,
  { delivery, lease }: AcquiredDelivery,
  change: (update: Update) => Update,
): Promise<boolean> {
  return store.write(async (db) => {
    const update = db
      .updateTable('deliveries')
      .where('booking_id', '=', delivery.booking_id)
      .where('channel', '=', delivery.channel)
      .where('lease', '=', lease)
      .where('state', '=', pending);
    const { numUpdatedRows } = await change(update).executeTakeFirst();
    return numUpdatedRows > 0;
  });
}

/** Makes all deliveries of the channel that wait for their next attempt due now. */
export function retryWaiting(store: Store, channel: string): Promise<void> {
  const { dialect } = store;
  return store.write(async (db) => {
    await db
      .updateTable('deliveries')
      .where('channel', '=', channel)
      .where('state', '=', pending)
      .where('lease', 'is', null)
      .where('next_at', '>', dialect.clock())
      .set({ next_at: dialect.clock() })
      .execute();
  });
}

/** Deliveries of these bookings, or of all. */
export interface DeliverySelection {
  bookings?: readonly number[];
  dead?: boolean;
  channel?: ChannelName;
}

/**
 * Sends them again, and creates the missing deliveries of `create`: of bookings since a time (ISO 8601) that have
 * none by the channel. Adds to the history. Gives the booking of each.
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

/** Ends open deliveries as delivered by hand. Returns the booking of each. */
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

function select(update: Update, { bookings, dead, channel }: DeliverySelection) {
  let selected = update.where('channel', '<>', 'receipt');
  if (bookings !== undefined) selected = selected.where('booking_id', 'in', [...bookings, -1]);
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

/** Creates due deliveries of the bookings by each channel. */
export async function insertDeliveries(
  dialect: Dialect,
  db: Db,
  bookings: readonly number[],
  channels: readonly string[],
): Promise<void> {
  const now = dialect.clock();
  const rows = bookings.flatMap((booking_id) =>
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
  const bookings = rows.map(({ booking_id }) => booking_id);
  const ids = [...new Set(bookings)];
  await raiseVersion(db, ids);
  await insertEvent(store, db, ids, who, action);
  return bookings;
}

/** `oldest`: when the oldest pending delivery was created. */
export interface ChannelSummary {
  channel: string;
  pending: number;
  dead: number;
  oldest: string | null;
}

/**
 * Counts for channels to the provider with pending or dead deliveries, configured or not. Each half reads its
 * index.
 */
export function summarizeDeliveries(store: Store): Promise<ChannelSummary[]> {
  return store.read(async (db) => {
    const count = (state: 'pending' | 'dead') =>
      db
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
    const waiting = await count('pending');
    const dead = await count('dead');
    const channels = [...new Set([...waiting, ...dead].map(({ channel }) => channel))].sort();
    const of = (rows: typeof waiting, channel: string) =>
      rows.find((row) => row.channel === channel);
    return channels.map((channel) => ({
      channel,
      pending: Number(of(waiting, channel)?.count ?? 0),
      dead: Number(of(dead, channel)?.count ?? 0),
      oldest: of(waiting, channel)?.oldest ?? null,
    }));
  });
}

/** How many deliveries of the last week were accepted for some of several recipients only. */
export function countRefused(store: Store): Promise<number> {
  const week = 7 * 24 * 60 * 60 * 1000;
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
