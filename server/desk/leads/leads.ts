import type { Selectable } from 'kysely';
import { bookingFields } from '../../../booking/booking.ts';
import type { LeadAction, LeadFolder, LeadState, ListFolder } from '../../../booking/lead.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { comparable } from '../../config/addresses.ts';
import { chunksOf, type Db, findTimestamp, remember, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

/** How many leads are in each folder. */
export function countLeads(store: Store): Promise<Record<ListFolder, number>> {
  return store.read(async (db) => {
    const all = await db
      .selectFrom('booking_requests')
      .groupBy('state')
      .select(({ fn }) => ['state', fn.countAll().as('count')])
      .execute();
    // No GROUP BY, because SQLite would then read every lead through the index on `state`.
    const later = await db
      .selectFrom('booking_requests')
      .where('follow_up_at', '>', store.dialect.clock())
      .select('state')
      .execute();
    const countOf = (state: LeadFolder) =>
      Number(all.find((row) => row.state === state)?.count ?? 0) -
      later.filter((row) => row.state === state).length;
    const listed = {
      new: countOf('new'),
      contacted: countOf('contacted'),
      closed: countOf('closed'),
    };
    return {
      ...listed,
      later: later.length,
      quarantined: countOf('quarantined'),
      all: listed.new + listed.contacted + listed.closed + later.length,
    };
  });
}

/** Selects leads that are new, not postponed and older than `age` milliseconds. `now`: the database's time. */
export const overdue = (now: number, age: number) =>
  ({ state: 'new', later: false, until: new Date(now - age).toISOString() }) as const;

/** A change to leads. Omitted values stay as they are. */
export interface LeadChange {
  /** An address, `cli` or `mail`. */
  who: string;
  state?: LeadState;
  /** At most `longestNote` characters. Empty: no note. */
  note?: string;
  /** Postpones the lead until `at` (ISO 8601), the morning of `date`. Null: the lead is not postponed. */
  followUp?: { date: string; at: string } | null;
  /** An address of INBOX_USERS; null: no owner. */
  owner?: string | null;
}

/** A lead, and the version that a person has seen. Without a version, every version matches. */
export interface SeenLead {
  id: number;
  version?: number;
}

/**
 * Writes a change of these leads and their history in one transaction. Skips leads that have another version, are
 * quarantined or were erased. Returns the ids of the leads that match.
 */
export function changeLeads(store: Store, seen: readonly SeenLead[], change: LeadChange) {
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  return store.write(async (db) => {
    const query = db
      .selectFrom('booking_requests')
      .where('id', 'in', [...versions.keys(), -1])
      .where('state', '<>', 'quarantined')
      // One fixed order prevents a deadlock between two people who mark the same leads.
      .orderBy('id')
      .selectAll();
    const leads = await store.dialect.lock(query).execute();
    const found = leads.filter(({ id, version }) => (versions.get(id) ?? version) === version);
    for (const lead of found) await writeChange(store, db, lead, change);
    return found.map(({ id }) => id);
  });
}

/** `contacted_at` is set once. */
async function writeChange(
  store: Store,
  db: Db,
  lead: Selectable<Tables['booking_requests']>,
  { who, followUp, ...change }: LeadChange,
): Promise<void> {
  const { id } = lead;
  const { state = lead.state, note = lead.note, owner = lead.owner } = change;
  const asked = followUp === undefined ? lead.follow_up_at : followUp?.at;
  // A closed lead is never postponed.
  const follow_up_at = state === 'closed' ? null : (asked ?? null);
  const events: [action: LeadAction, text: string | null][] = [];
  if (state !== lead.state) events.push([actionOf(lead.state, state), null]);
  if (note !== lead.note) events.push(['noted', note]);
  if (follow_up_at !== lead.follow_up_at && state !== 'closed')
    events.push(followUp ? ['postponed', followUp.date] : ['returned', null]);
  if (owner !== lead.owner) events.push(['assigned', owner ?? '']);
  if (events.length === 0) return;
  const now = store.dialect.clock();
  // A person who takes a lead needs no email about it.
  const isGiven = owner !== null && comparable(owner) !== comparable(who);
  await db
    .updateTable('booking_requests')
    .where('id', '=', id)
    .set({
      version: lead.version + 1,
      state,
      note,
      follow_up_at,
      owner,
      ...(owner !== lead.owner && { owner_mail_at: isGiven ? now : null }),
      search_text: searchTextOf(lead, note),
      contacted_at: lead.contacted_at ?? (state === 'new' ? null : now),
      closed_at: state === 'closed' ? (lead.closed_at ?? now) : null,
    })
    .execute();
  for (const [action, text] of events) await insertEvent(store, db, [id], who, action, text);
}

function actionOf(before: LeadFolder, after: LeadFolder): LeadAction {
  if (after === 'closed') return 'closed';
  return before === 'new' ? 'contacted' : 'reopened';
}

/** Releases bookings from quarantine, so that the dispatcher delivers them. Returns the ids of the released ones. */
export function acceptBookings(store: Store, ids: readonly number[], who: string) {
  return store.write(async (db) => {
    const accepted: number[] = [];
    for (const chunk of chunksOf(ids)) {
      const rows = await db
        .updateTable('booking_requests')
        .where('id', 'in', chunk)
        .where('state', '=', 'quarantined')
        // The spam report has set `reminded_at`. Clear it, so that the lead can still get a reminder.
        .set(({ eb }) => ({
          state: 'new',
          accepted_at: store.dialect.clock(),
          reminded_at: null,
          version: eb('version', '+', 1),
        }))
        .returning('id')
        .execute();
      accepted.push(...rows.map(({ id }) => id));
    }
    await insertEvent(store, db, accepted, who, 'accepted');
    return accepted;
  });
}

/** A key in `timestamps`. Change it when `searchTextOf` changes, so that all texts are written again. */
const rewritten = 'search texts 2';

/** How many leads one transaction writes. */
const batch = 500;

/** Rewrites the search text of every lead, once after an upgrade that changed `searchTextOf`. */
export async function rewriteSearchTexts(store: Store): Promise<void> {
  if ((await findTimestamp(store, rewritten)) !== undefined) return;
  let after = 0;
  for (;;) {
    const last = await store.write(async (db) => {
      const query = db
        .selectFrom('booking_requests')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .select(['id', ...bookingFields, 'note', 'search_text']);
      const rows = await store.dialect.lock(query).execute();
      for (const row of rows) {
        const search_text = searchTextOf(row, row.note);
        if (search_text === row.search_text) continue;
        await db
          .updateTable('booking_requests')
          .where('id', '=', row.id)
          .set({ search_text })
          .execute();
      }
      if (rows.length < batch) await remember(store, db, rewritten);
      return rows.length < batch ? undefined : rows.at(-1)?.id;
    });
    if (last === undefined) return;
    after = last;
  }
}

/** Adds to the history of these bookings. `who`: an address, `cli`, `mail` (a link in an email) or `server`. */
export async function insertEvent(
  { dialect }: Store,
  db: Db,
  ids: readonly number[],
  who: string,
  action: LeadAction,
  text: string | null = null,
): Promise<void> {
  const at = dialect.clock();
  for (const chunk of chunksOf(ids)) {
    const rows = chunk.map((booking_id) => ({ booking_id, at, who, action, text }));
    await db.insertInto('lead_events').values(rows).execute();
  }
}
