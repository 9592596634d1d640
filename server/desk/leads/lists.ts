import type { ListFolder } from '../../../booking/lead.ts';
import { type BookingFilter, listBookings, type StoredBooking } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';

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

/** The form of `next`: the last lead of the page, and whether it is overdue. */
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
