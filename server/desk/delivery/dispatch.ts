import { sql } from 'kysely';
import { bookingFields } from '../../../booking/booking.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { spamSignalsOf } from '../../../booking/spam.ts';
import { hour } from '../../../booking/zones.ts';
import { knownSource } from '../../store/sources.ts';
import { type Db, remember, type Store } from '../../store/store.ts';
import { type ChannelName, insertDeliveries } from './deliveries.ts';
import { receiptsFor } from './receipts.ts';

/** How many rows one transaction checks for spam or dispatches. */
const batch = 100;

/** The very first channel does not deliver rows that are older than this, in milliseconds. */
const oldest = 72 * hour;

/** A literal in the SQL, because with a parameter SQLite would not use its partial index. */
const quarantined = sql.lit<'quarantined'>('quarantined');

/** The key in `timestamps` that records the first dispatch. Version 0.1.0 had one key for each channel: `channel mail`. */
const dispatchedOnce = 'channels';

/**
 * Checks new rows for spam. Then creates the deliveries of every row that is neither dispatched nor quarantined.
 * Without `channels`, it only checks, and the rows wait for the first channel. Returns the number of dispatched rows.
 */
export async function dispatch(store: Store, channels: readonly ChannelName[]): Promise<number> {
  while ((await store.write((db) => judge(store, db))) === batch);
  if (channels.length === 0) return 0;
  const isFirst = !(await wasDispatched(store));
  let total = 0;
  for (;;) {
    const { dispatched, looked } = await store.write(async (db) => {
      const result = await dispatchBatch(store, db, channels, isFirst);
      // This must be in the same transaction. Otherwise, after a crash, the next pass could count as the first again.
      if (isFirst && result.looked < batch) await remember(store, db, dispatchedOnce);
      return result;
    });
    total += dispatched;
    if (looked < batch) return total;
  }
}

/** Whether any channel was ever set. */
function wasDispatched(store: Store): Promise<boolean> {
  return store.read(async (db) => {
    const query = db.selectFrom('timestamps').where('name', 'like', 'channel%').select('name');
    return (await query.executeTakeFirst()) !== undefined;
  });
}

/** Checks the rows that came through another data interface for spam. Returns how many it checked. */
async function judge({ dialect }: Store, db: Db): Promise<number> {
  const query = db
    .selectFrom('booking_requests')
    .where('dispatched_at', 'is', null)
    .where('state', '<>', quarantined)
    .where('spam_signals', 'is', null)
    .orderBy('id')
    .limit(batch)
    .select(['id', ...bookingFields, 'state', 'note', 'source']);
  const rows = await dialect.lockFree(query).execute();
  for (const { id, state, note, source, ...booking } of rows) {
    const signals = spamSignalsOf(booking, false);
    const known = source && (await knownSource(db, source));
    const isSpam = signals.length > 0 && state === 'new';
    await db
      .updateTable('booking_requests')
      .where('id', '=', id)
      .set(({ eb }) => ({
        spam_signals: signals.join(' '),
        search_text: searchTextOf(booking, note),
        source: known,
        state: isSpam ? 'quarantined' : state,
        version: eb('version', '+', isSpam ? 1 : 0),
      }))
      .execute();
  }
  return rows.length;
}

async function dispatchBatch(
  store: Store,
  db: Db,
  channels: readonly ChannelName[],
  isFirst: boolean,
): Promise<{ dispatched: number; looked: number }> {
  const { dialect } = store;
  const query = db
    .selectFrom('booking_requests')
    .where('dispatched_at', 'is', null)
    .where('spam_signals', 'is not', null)
    .where('state', '<>', quarantined)
    .orderBy('id')
    .limit(batch)
    .select(({ eb }) => ['id', eb('created_at', '<', dialect.clock(-oldest)).as('is_old')]);
  const rows = await dialect.lockFree(query).execute();
  if (rows.length === 0) return { dispatched: 0, looked: 0 };
  const due = idsOf(rows.filter(({ is_old }) => !(isFirst && is_old)));
  const toProvider = channels.filter((channel) => channel !== 'receipt');
  await insertDeliveries(dialect, db, due, toProvider);
  if (channels.includes('receipt'))
    await insertDeliveries(dialect, db, await receiptsFor(store, db, due), ['receipt']);
  await db
    .updateTable('booking_requests')
    .where('id', 'in', idsOf(rows))
    .set({ dispatched_at: dialect.clock() })
    .execute();
  return { dispatched: due.length, looked: rows.length };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
