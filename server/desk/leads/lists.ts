import { sql } from 'kysely';
import type { ListFolder } from '../../../booking/lead.ts';
import {
  type BookingFilter,
  listBookings,
  readBookings,
  type StoredBooking,
} from '../../store/bookings.ts';
import type { Db, Store } from '../../store/store.ts';

export interface LeadList {
  /** `all` by default. */
  folder?: ListFolder;
  /** The owner's address. */
  owner?: string;
  /** Searches all folders. Every word must be in the fields or the note, or be the lead's number. */
  text?: string;
  /** The period in ISO 8601, without `until` itself. */
  since?: string;
  until?: string;
}

interface PageOptions {
  limit: number;
  /** The `next` of the previous page. */
  after?: string;
  /** New leads from before this time are overdue, unless they are postponed. */
  overdueBefore?: string;
}

export interface LeadPage {
  leads: StoredBooking[];
  /** The start of the next page; null: there is none. */
  next: string | null;
}

/** The format of `next`: the last lead of the page, and whether it is overdue. */
export const nextPattern = /^(overdue-)?(\d{1,15})$/;

/** Reads a page of a list: first the overdue leads, oldest first, then the others, newest first. */
export async function listLeads(
  store: Store,
  { folder = 'all', ...list }: LeadList,
  { limit, after, overdueBefore }: PageOptions,
): Promise<LeadPage> {
  const [, isOverdue, id] = nextPattern.exec(after ?? '') ?? [];
  const inOthers = id !== undefined && !isOverdue;
  const overdue: StoredBooking[] = [];
  if (
    overdueBefore !== undefined &&
    !inOthers &&
    (list.text || folder === 'new' || folder === 'all')
  ) {
    const until =
      list.until !== undefined && list.until < overdueBefore ? list.until : overdueBefore;
    const from = id === undefined ? {} : { after: Number(id) };
    const filter = { ...list, ...from, until, state: 'new', later: false } as const;
    overdue.push(
      ...(await listBookings(store, { ...filter, oldestFirst: true, limit: limit + 1 })),
    );
  }
  const others = await listBookings(store, {
    ...list,
    ...(list.text ? {} : folderFilter(folder)),
    ...(overdueBefore === undefined ? {} : { withoutNewBefore: overdueBefore }),
    ...(inOthers ? { before: Number(id) } : {}),
    limit: limit + 1 - overdue.length,
  });
  const found = [...overdue, ...others];
  const leads = found.slice(0, limit);
  const prefix = leads.length <= overdue.length ? 'overdue-' : '';
  return { leads, next: found.length > limit ? `${prefix}${leads.at(-1)?.id}` : null };
}

/** The list `all` includes postponed leads. */
function folderFilter(folder: ListFolder): BookingFilter {
  if (folder === 'all') return { withoutQuarantined: true };
  return folder === 'later'
    ? { withoutQuarantined: true, later: true }
    : { state: folder, later: false };
}

/** The maximum number of leads that are read for one address or company. */
const mostOthers = 100;

/** Each column has its own query. With an OR of both, the database would use neither index and read the whole table. */
const columns = ['email', 'company_name'] as const;

/** The other leads of the same address or company, newest first, without quarantined ones. */
export async function findOthers(
  { dialect }: Store,
  db: Db,
  lead: Pick<StoredBooking, 'id' | (typeof columns)[number]>,
): Promise<StoredBooking[]> {
  const withSame = (column: (typeof columns)[number]) =>
    db
      .selectFrom('booking_requests')
      .where(dialect.isSameText(sql.ref(column), sql.val(lead[column])))
      .select('id');
  const query = db
    .selectFrom('booking_requests')
    .where('id', 'in', withSame('email').union(withSame('company_name')))
    .where('id', '<>', lead.id)
    .where('state', '<>', 'quarantined')
    .orderBy('id', 'desc')
    .limit(mostOthers);
  return readBookings(query);
}

/** Returns the leads that have an earlier one of the same address or company. */
export function findAskedBefore(store: Store, ids: readonly number[]): Promise<Set<number>> {
  const { isSameText } = store.dialect;
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('booking_requests as lead')
      .where('lead.id', 'in', [...ids, -1])
      .where(({ exists, selectFrom, or }) =>
        or(
          columns.map((column) =>
            exists(
              selectFrom('booking_requests as earlier')
                .whereRef('earlier.id', '<', 'lead.id')
                .where('earlier.state', '<>', 'quarantined')
                .where(isSameText(sql.ref(`earlier.${column}`), sql.ref(`lead.${column}`)))
                .select('earlier.id'),
            ),
          ),
        ),
      )
      .select('lead.id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  });
}

/** Records that the person with this address has opened the lead. Returns false if there is no such lead. */
export function readLead(store: Store, id: number, email: string): Promise<boolean> {
  return store.write(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id).select('id');
    // With the row lock, a concurrent erasure either waits or has already removed the row.
    if ((await store.dialect.lock(query).executeTakeFirst()) === undefined) return false;
    await db
      .insertInto('lead_reads')
      .values({ booking_id: id, email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Returns the leads that the person with this address has opened. */
export function findRead(store: Store, ids: readonly number[], email: string) {
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('lead_reads')
      .where('booking_id', 'in', [...ids, -1])
      .where('email', '=', email)
      .select('booking_id')
      .execute();
    return new Set(rows.map(({ booking_id }) => booking_id));
  });
}
