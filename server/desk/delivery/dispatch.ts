import { sql } from 'kysely';
import { bookingFields } from '../../../booking/booking.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { spamSignalsOf } from '../../../booking/spam.ts';
import { hour } from '../../../booking/zones.ts';
import { knownSource } from '../../store/sources.ts';
import { type Db, readSecret, remember, type Store } from '../../store/store.ts';
import { isRehearsal, rehearsalDomain } from '../rehearsal.ts';
import { type ChannelName, insertDeliveries } from './deliveries.ts';
import { receiptsFor } from './receipts.ts';

/** How many rows one transaction checks for spam or dispatches. */
const batch = 100;

/** The very first channel does not deliver rows that are older than this, in milliseconds. */
const oldest = 72 * hour;

/**
 * Another server's channel counts as set for this many milliseconds after that server's last pass. Until then, servers
 * without that channel create its deliveries too.
 */
const channelLifetime = 10 * 60 * 1000;

/** A literal in the SQL: with a parameter SQLite would not use its partial index. */
const quarantined = sql.lit<'quarantined'>('quarantined');

/** The prefix of the keys in `timestamps` that record channels. */
const prefix = 'channel ';

/**
 * Checks rows that were not checked for spam, then creates the deliveries of every undispatched row that is not
 * quarantined. Without `channels`, it only checks, and the rows wait for the first channel. Returns the number of
 * dispatched rows.
 */
export async function dispatch(store: Store, channels: readonly ChannelName[]): Promise<number> {
  while ((await store.write((db) => judge(store, db))) === batch);
  if (channels.length === 0) return 0;
  const all = await currentChannels(store, channels);
  let total = 0;
  for (;;) {
    const { dispatched, looked } = await store.write(async (db) => {
      const result = await dispatchBatch(store, db, all);
      // In the same transaction: otherwise a pass after a crash could count as the first one again.
      if (all.isFirst && result.looked < batch) await rememberAll(store, db, channels);
      return result;
    });
    total += dispatched;
    if (looked < batch) return total;
  }
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
  { channels, isFirst }: { channels: readonly string[]; isFirst: boolean },
): Promise<{ dispatched: number; looked: number }> {
  const { dialect } = store;
  const query = db
    .selectFrom('booking_requests')
    .where('dispatched_at', 'is', null)
    .where('spam_signals', 'is not', null)
    .where('state', '<>', quarantined)
    .orderBy('id')
    .limit(batch)
    .select(({ eb }) => [
      'id',
      'email',
      eb('created_at', '<', dialect.clock(-oldest)).as('is_old'),
    ]);
  const rows = await dialect.lockFree(query).execute();
  if (rows.length === 0) return { dispatched: 0, looked: 0 };
  const due = idsOf(rows.filter(({ is_old }) => !(isFirst && is_old)));
  const toProvider = channels.filter((channel) => channel !== 'receipt');
  await insertDeliveries(dialect, db, due, toProvider);
  if (toProvider.length < channels.length)
    await insertDeliveries(dialect, db, await receiptsFor(store, db, due), ['receipt']);
  const ofBookings = (ids: readonly number[]) =>
    db.updateTable('booking_requests').where('id', 'in', [...ids, -1]);
  await ofBookings(idsOf(rows)).set({ dispatched_at: dialect.clock() }).execute();
  const maybeRehearsals = rows.filter(({ email }) => email.endsWith(rehearsalDomain));
  if (maybeRehearsals.length > 0) {
    const secret = await readSecret(db);
    const rehearsals = maybeRehearsals.filter((row) => isRehearsal(row, secret));
    // Closed, so that no one is reminded of a rehearsal that was not erased.
    await ofBookings(idsOf(rehearsals)).set({ state: 'closed' }).execute();
  }
  return { dispatched: due.length, looked: rows.length };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** This server's channels and those of other servers. `isFirst`: no channel was ever set before this pass. */
async function currentChannels(store: Store, own: readonly ChannelName[]) {
  const { dialect } = store;
  const known = await store.read((db) =>
    db
      .selectFrom('timestamps')
      .where('name', 'like', `${prefix}%`)
      .select(({ eb }) => ['name', eb('at', '>', dialect.clock(-channelLifetime)).as('is_alive')])
      .execute(),
  );
  const alive = known
    .filter(({ is_alive }) => is_alive)
    .map(({ name }) => name.slice(prefix.length));
  return { channels: [...new Set([...own, ...alive])], isFirst: known.length === 0 };
}

/** Records that this server has these channels. Call it after a pass. */
export function rememberChannels(store: Store, channels: readonly ChannelName[]): Promise<void> {
  return store.write((db) => rememberAll(store, db, channels));
}

async function rememberAll(store: Store, db: Db, channels: readonly ChannelName[]): Promise<void> {
  for (const channel of channels) await remember(store, db, `${prefix}${channel}`);
}

/**
 * Marks expired deliveries as dead if no server has their channel any more, so that an operator sees them. Expired
 * receipts are always marked. Call it after `rememberChannels`.
 */
export async function endAbandoned({ dialect, write }: Store): Promise<void> {
  await write(async (db) => {
    const alive = db
      .selectFrom('timestamps')
      .where('at', '>', dialect.clock(-channelLifetime))
      .where('name', '=', sql<string>`${prefix} || deliveries.channel`)
      .select('name');
    await db
      .updateTable('deliveries')
      .where('state', '=', sql.lit<'pending'>('pending'))
      .where('give_up_at', '<=', dialect.clock())
      .where(({ eb, or, not, exists }) => or([eb('channel', '=', 'receipt'), not(exists(alive))]))
      .set({ state: 'dead', lease: null, last_error: 'No server has this channel' })
      .execute();
  });
}
