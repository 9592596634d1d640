import { type Selectable, sql } from 'kysely';
import { type BookingField, bookingFields } from '../../../booking/booking.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { spamSignalsOf } from '../../../booking/spam.ts';
import { hour } from '../../../booking/zones.ts';
import { knownSource } from '../../store/sources.ts';
import { type Db, remember, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { receiptsFor } from '../mail/receipt.ts';
import type { ChannelName } from './channel.ts';
import { insertDeliveries } from './deliveries.ts';

/** How many rows one transaction checks for spam or dispatches. */
const batch = 100;

/** The very first channel does not deliver rows that are older than this, in milliseconds. */
const oldest = 72 * hour;

/** A literal in the SQL, because with a parameter SQLite would not use its partial index. */
const quarantined = sql.lit<'quarantined'>('quarantined');

/** The key in `timestamps` that records the first dispatch. Version 0.1.0 had one key for each channel: `channel mail`. */
const dispatchedOnce = 'channels';

/**
 * Checks new rows for spam. Creates the deliveries of every row that is neither dispatched nor quarantined. Without
 * `channels`, it only checks, and the rows wait for the first channel. Returns the number of dispatched rows.
 */
export async function dispatch(store: Store, channels: readonly ChannelName[]): Promise<number> {
  const isFirst = channels.length > 0 && !(await wasDispatched(store));
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
    .where('state', '<>', quarantined)
    .$if(channels.length === 0, (all) => all.where('spam_signals', 'is', null))
    .orderBy('id')
    .limit(batch)
    .select(['id', ...bookingFields, 'state', 'note', 'source', 'spam_signals'])
    .select(({ eb }) => eb('created_at', '<', dialect.clock(-oldest)).as('is_old'));
  const rows = await dialect.lockFree(query).execute();
  const clean: typeof rows = [];
  for (const row of rows)
    if (row.spam_signals !== null || !(await isSpam(db, row))) clean.push(row);
  if (channels.length === 0 || clean.length === 0) return { dispatched: 0, looked: rows.length };
  const due = idsOf(clean.filter(({ is_old }) => !(isFirst && is_old)));
  const toProvider = channels.filter((channel) => channel !== 'receipt');
  await insertDeliveries(store, db, due, toProvider);
  if (channels.includes('receipt'))
    await insertDeliveries(store, db, await receiptsFor(store, db, due), ['receipt']);
  await db
    .updateTable('booking_requests')
    .where('id', 'in', idsOf(clean))
    .set({ dispatched_at: dialect.clock() })
    .execute();
  return { dispatched: due.length, looked: rows.length };
}

type Unchecked = Pick<
  Selectable<Tables['booking_requests']>,
  'id' | BookingField | 'state' | 'note' | 'source'
>;

/** Checks a row that came through another data interface. Quarantines a new row that looks like spam. */
async function isSpam(db: Db, { id, state, note, source, ...booking }: Unchecked) {
  const signals = spamSignalsOf(booking, false);
  const known = source && (await knownSource(db, source));
  const looksLikeSpam = signals.length > 0 && state === 'new';
  await db
    .updateTable('booking_requests')
    .where('id', '=', id)
    .set(({ eb }) => ({
      spam_signals: signals.join(' '),
      search_text: searchTextOf(booking, note),
      source: known,
      state: looksLikeSpam ? 'quarantined' : state,
      version: eb('version', '+', looksLikeSpam ? 1 : 0),
    }))
    .execute();
  return looksLikeSpam;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
