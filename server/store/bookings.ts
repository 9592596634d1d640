import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Booking } from '../../booking/booking.ts';
import type { LeadEvent, LeadFolder } from '../../booking/lead.ts';
import { searchTextOf, searchWords } from '../../booking/search.ts';
import { day } from '../../booking/zones.ts';
import type { Dialect } from './dialects.ts';
import { isBuiltIn, knownSource } from './sources.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * The state of all deliveries to the provider: `dead` if any is, else `failing` if an attempt has failed and another
 * follows, else `pending` if any is. `none`: no deliveries yet.
 */
export const deliveryStates = ['none', 'pending', 'failing', 'done', 'dead'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

type BookingRow = Selectable<Tables['booking_requests']>;

/** A row of `booking_requests` with the state of its deliveries. Times are ISO 8601 in UTC. */
export interface StoredBooking
  extends Omit<BookingRow, 'spam_signals' | 'search_text' | 'dispatched_at' | 'owner_mail_at'> {
  /** The signals stay after the booking is accepted. */
  spam_signals: string[];
  delivery: DeliveryState;
}

/** A booking to store. */
export interface NewBooking extends Booking {
  /** A booking with any signal is quarantined: it has no deliveries until it is accepted. */
  spam_signals: readonly string[];
}

/** Facts that the request reveals about a booking, apart from its values. */
export interface VisitorDetails {
  /** The page's language: a BCP 47 code of at most 35 characters. */
  language?: string;
  /** The browser's IANA time zone. */
  time_zone?: string;
  /** The result of `sourceOf`. */
  source?: string;
}

/**
 * Stores all bookings or none. They are on disk when it resolves. The database drops a duplicate and counts it on the
 * earlier row (database/ENGINE/0001_baseline.sql).
 */
export async function insertBookings(
  store: Store,
  bookings: readonly NewBooking[],
  { source, ...details }: VisitorDetails = {},
): Promise<void> {
  const needsQuery = source !== undefined && !isBuiltIn(source);
  const known = needsQuery ? await store.read((db) => knownSource(db, source)) : source;
  const rows = bookings.map(({ spam_signals, ...booking }) => ({
    ...booking,
    ...details,
    source: known ?? null,
    spam_signals: spam_signals.join(' '),
    state: spam_signals.length > 0 ? ('quarantined' as const) : ('new' as const),
    search_text: searchTextOf(booking),
  }));
  if (store.insert !== undefined) return store.insert(rows);
  const created_at = store.dialect.clock();
  await store.write((db) =>
    db
      .insertInto('booking_requests')
      .values(rows.map((row) => ({ ...row, created_at })))
      .execute(),
  );
}

/** Selects the bookings that meet every condition. */
export interface BookingFilter {
  /** The period in ISO 8601, without `until` itself. */
  since?: string;
  until?: string;
  /** Every word must be in the fields or the note, or be the booking's number. */
  text?: string;
  /** The whole address. Case does not matter. */
  email?: string;
  ids?: readonly number[];
  state?: LeadFolder;
  delivery?: DeliveryState;
  /** The owner's address. Case does not matter. */
  owner?: string;
  /** True: only postponed leads. False: only the others. */
  later?: boolean;
  withoutQuarantined?: boolean;
  /** Only bookings that were not dispatched yet. */
  undispatched?: boolean;
  /** Only bookings that were not in a reminder or a spam report yet. */
  unreported?: boolean;
  /** Only postponed leads that are due to return. */
  returning?: boolean;
  /** Only leads whose new owner has not been emailed yet. */
  ownerMail?: boolean;
  /** Leaves out new leads that were stored before this time and are not postponed. */
  withoutNewBefore?: string;
  /** Only numbers below `before`, and only numbers above `after`. */
  before?: number;
  after?: number;
}

/** How long an email to a new owner is retried, in milliseconds. */
const longestOwnerMail = 3 * day;

interface BookingPage extends BookingFilter {
  limit: number;
  oldestFirst?: boolean;
}

/** Reads at most `limit` bookings, newest first unless `oldestFirst` is set. */
export function listBookings(store: Store, { limit, oldestFirst = false, ...filter }: BookingPage) {
  return store.read((db) =>
    readBookings(
      filtered(store, db.selectFrom('booking_requests'), filter)
        .orderBy('id', oldestFirst ? 'asc' : 'desc')
        .limit(limit),
    ),
  );
}

export function countBookings(store: Store, filter: BookingFilter = {}): Promise<number> {
  return store.read(async (db) => {
    const query = filtered(store, db.selectFrom('booking_requests'), filter);
    const { count } = await query
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });
}

type BookingQuery<Output> = SelectQueryBuilder<Tables, 'booking_requests', Output>;

/** Runs a query on `booking_requests` and returns its rows as bookings. */
export async function readBookings(query: BookingQuery<object>): Promise<StoredBooking[]> {
  const rows = await query.selectAll().select(deliveryState).execute();
  return rows.map(({ spam_signals, search_text, dispatched_at, owner_mail_at, ...row }) => ({
    ...row,
    spam_signals: (spam_signals ?? '').split(' ').filter(Boolean),
  }));
}

/** The SQL expression for `StoredBooking.delivery`. */
function deliveryState({ ref }: ExpressionBuilder<Tables, 'booking_requests'>) {
  return sql<DeliveryState>`(
    SELECT CASE WHEN count(*) FILTER (WHERE state = 'dead') > 0 THEN 'dead'
      WHEN count(*) FILTER (
        WHERE state = 'pending' AND (last_error IS NOT NULL OR attempts > 1)
      ) > 0 THEN 'failing'
      WHEN count(*) FILTER (WHERE state = 'pending') > 0 THEN 'pending'
      WHEN count(*) > 0 THEN 'done' ELSE 'none' END
    FROM ${sql.table('deliveries')}
    WHERE booking_id = ${ref('booking_requests.id')} AND channel <> 'receipt')`.as('delivery');
}

function filtered<Output>({ dialect }: Store, query: BookingQuery<Output>, filter: BookingFilter) {
  const { since, until, text, email, ids, state, delivery, withoutQuarantined } = filter;
  const { withoutNewBefore, before, after, owner, later } = filter;
  let found = query;
  if (since !== undefined) found = found.where('created_at', '>=', since);
  if (until !== undefined) found = found.where('created_at', '<', until);
  for (const word of searchWords(text ?? '')) found = found.where(contains(word));
  if (email !== undefined)
    found = found.where(dialect.isSameText(sql.ref('email'), sql.val(email)));
  if (owner !== undefined)
    found = found.where(dialect.isSameText(sql.ref('owner'), sql.val(owner)));
  if (later === true) found = found.where('follow_up_at', '>', dialect.clock());
  if (later === false) found = found.where(isInList(dialect));
  if (ids !== undefined) found = found.where('id', 'in', [...ids, -1]);
  if (state !== undefined) found = found.where('state', '=', state);
  if (withoutQuarantined) found = found.where('state', '<>', 'quarantined');
  if (filter.undispatched) found = found.where('dispatched_at', 'is', null);
  if (filter.unreported) found = found.where('reminded_at', 'is', null);
  if (filter.returning) found = found.where('follow_up_at', '<=', dialect.clock());
  if (filter.ownerMail) found = found.where('owner_mail_at', '>', dialect.clock(-longestOwnerMail));
  if (withoutNewBefore !== undefined)
    found = found.where((eb) =>
      eb.or([
        eb('state', '<>', 'new'),
        eb('created_at', '>=', withoutNewBefore),
        eb('follow_up_at', '>', dialect.clock()),
      ]),
    );
  if (before !== undefined) found = found.where('id', '<', before);
  if (after !== undefined) found = found.where('id', '>', after);
  if (delivery !== undefined)
    found = found.where((eb) => eb(deliveryState(eb).expression, '=', delivery));
  return found;
}

/** A condition: the lead is not postponed to a later day. */
function isInList(dialect: Dialect) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'booking_requests'>) =>
    or([eb('follow_up_at', 'is', null), eb('follow_up_at', '<=', dialect.clock())]);
}

function contains(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const isInText = sql<boolean>`search_text LIKE ${pattern} ESCAPE '\\'`;
  const [, id] = /^#?(\d{1,15})$/.exec(word) ?? [];
  return id === undefined ? isInText : sql<boolean>`(${isInText} OR id = ${Number(id)})`;
}

/** A row of `deliveries`. Times are ISO 8601 in UTC with milliseconds; `id` is the same for every attempt. */
export type StoredDelivery = Selectable<Tables['deliveries']>;

export interface BookingDetails {
  booking: StoredBooking;
  deliveries: StoredDelivery[];
  /** The oldest first. */
  events: LeadEvent[];
}

/**
 * Reads a booking with its deliveries and history. Undefined if there is none. It reads the row first. If the row
 * changes before the events are read, the events may be newer than `booking.version`. A change that names this old
 * version is refused.
 */
export function findBooking(store: Store, id: number): Promise<BookingDetails | undefined> {
  return store.read(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id);
    const [booking] = await readBookings(query);
    if (booking === undefined) return undefined;
    const deliveries = await db
      .selectFrom('deliveries')
      .where('booking_id', '=', id)
      .orderBy('channel')
      .selectAll()
      .execute();
    const events = await db
      .selectFrom('lead_events')
      .where('booking_id', '=', id)
      .orderBy('id')
      .select(['at', 'who', 'action', 'text'])
      .execute();
    return { booking, deliveries, events };
  });
}
