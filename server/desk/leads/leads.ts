import {
  type LeadAction,
  type LeadState,
  type ListFolder,
  leadStates,
} from '../../../booking/lead.ts';
import { searchTextOf } from '../../../booking/search.ts';
import { isInList, type StoredState, type WaitingSummary } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { chunksOf } from '../../store/store.ts';
import { insertEvent, raiseVersion } from './events.ts';

/** How many leads are in each folder. */
export function countLeads(store: Store): Promise<Record<ListFolder, number>> {
  return store.read(async (db) => {
    const all = await db
      .selectFrom('booking_requests')
      .groupBy('state')
      .select(({ fn }) => ['state', fn.countAll().as('count')])
      .execute();
    // Not grouped: SQLite would read all leads in the order of their states.
    const later = await db
      .selectFrom('booking_requests')
      .where('follow_up_at', '>', store.dialect.clock())
      .select('state')
      .execute();
    const countOf = (state: StoredState) =>
      Number(all.find((row) => row.state === state)?.count ?? 0) -
      later.filter((row) => row.state === state).length;
    return {
      later: later.length,
      quarantined: countOf('quarantined'),
      new: countOf('new'),
      contacted: countOf('contacted'),
      closed: countOf('closed'),
    };
  });
}

/** A change of a lead. If `version` is set, it happens only while the lead has that version. */
export interface LeadChange {
  who: string;
  version?: number;
  state?: LeadState;
  /** At most `longestNote`; empty: none. */
  note?: string;
  /** The lead leaves the list until then (ISO 8601), which is the morning of the date. Null: it is in the list. */
  followUp?: { date: string; at: string } | null;
  /** An address of INBOX_USERS; null: no owner. */
  owner?: string | null;
}

/**
 * The result of a change. `conflict`: the lead has another version. `quarantined`: it has to be accepted
 * first.
 */
export type ChangeResult = 'changed' | 'missing' | 'quarantined' | 'conflict';

/** Writes the change and its history in one transaction. `contacted_at` is set once. */
export function changeLead(store: Store, id: number, change: LeadChange): Promise<ChangeResult> {
  const { dialect } = store;
  return store.write(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id).selectAll();
    const lead = await dialect.lock(query).executeTakeFirst();
    if (lead === undefined) return 'missing';
    if (lead.state === 'quarantined') return 'quarantined';
    if (change.version !== undefined && change.version !== lead.version) return 'conflict';
    const { state = lead.state, note = lead.note, owner = lead.owner } = change;
    const asked = change.followUp === undefined ? lead.follow_up_at : change.followUp?.at;
    // A closed lead does not return.
    const follow_up_at = state === 'closed' ? null : (asked ?? null);
    const isSame = {
      state: state === lead.state,
      note: note === lead.note,
      followUp: follow_up_at === lead.follow_up_at,
      owner: owner === lead.owner,
    };
    if (Object.values(isSame).every(Boolean)) return 'changed';
    const now = dialect.clock();
    await db
      .updateTable('booking_requests')
      .where('id', '=', id)
      .set({
        version: lead.version + 1,
        state,
        note,
        follow_up_at,
        owner,
        search_text: searchTextOf(lead, note),
        contacted_at: lead.contacted_at ?? (state === 'new' ? null : now),
        closed_at: state === 'closed' ? (lead.closed_at ?? now) : null,
      })
      .execute();
    const record = (action: LeadAction, text: string | null = null) =>
      insertEvent(store, db, [id], change.who, action, text);
    if (!isSame.state) await record(actionOf(lead.state, state));
    if (!isSame.note) await record('noted', note);
    if (!isSame.followUp && state !== 'closed')
      await (change.followUp ? record('postponed', change.followUp.date) : record('returned'));
    if (!isSame.owner) await record('assigned', owner ?? '');
    return 'changed';
  });
}

/** A lead at the version that a person has seen. */
export interface SeenLead {
  id: number;
  version: number;
}

/**
 * Gives the leads a state and writes their history, in one transaction. Leads that have another version, are
 * quarantined or erased stay as they are. Returns the ids of the others.
 */
export function changeLeads(
  store: Store,
  seen: readonly SeenLead[],
  { who, state }: { who: string; state: LeadState },
): Promise<number[]> {
  const { dialect } = store;
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  return store.write(async (db) => {
    const query = db
      .selectFrom('booking_requests')
      .where('id', 'in', [...versions.keys(), -1])
      .where('state', '<>', 'quarantined')
      // One fixed order prevents a deadlock between two people who mark the same leads.
      .orderBy('id')
      .select(['id', 'version', 'state']);
    const leads = await dialect.lock(query).execute();
    const found = leads.filter(({ id, version }) => versions.get(id) === version);
    const now = dialect.clock();
    for (const before of leadStates) {
      const ids = found.filter((lead) => lead.state === before).map(({ id }) => id);
      if (before === state || ids.length === 0) continue;
      await db
        .updateTable('booking_requests')
        .where('id', 'in', ids)
        .set(({ fn, ref, eb }) => ({
          version: eb('version', '+', 1),
          state,
          contacted_at: state === 'new' ? ref('contacted_at') : fn.coalesce('contacted_at', now),
          closed_at: state === 'closed' ? now : null,
          follow_up_at: state === 'closed' ? null : ref('follow_up_at'),
        }))
        .execute();
      await insertEvent(store, db, ids, who, actionOf(before, state));
    }
    return found.map(({ id }) => id);
  });
}

function actionOf(before: LeadState, after: LeadState): LeadAction {
  if (after === 'closed') return 'closed';
  return before === 'new' ? 'contacted' : 'reopened';
}

/** Takes the bookings out of quarantine; the dispatcher delivers them. Returns the numbers of those released. */
export function acceptBookings(
  store: Store,
  ids: readonly number[],
  who: string,
): Promise<number[]> {
  return store.write(async (db) => {
    const accepted: number[] = [];
    for (const chunk of chunksOf(ids)) {
      const rows = await db
        .updateTable('booking_requests')
        .where('id', 'in', chunk)
        .where('state', '=', 'quarantined')
        // The report of what looked like spam was no reminder of a lead.
        .set({ state: 'new', accepted_at: store.dialect.clock(), reminded_at: null })
        .returning('id')
        .execute();
      accepted.push(...rows.map(({ id }) => id));
    }
    await raiseVersion(db, accepted);
    await insertEvent(store, db, accepted, who, 'accepted');
    return accepted;
  });
}

/**
 * How many leads are new, not postponed, and older than so many milliseconds, and when the oldest was stored.
 */
export function summarizeOverdue(store: Store, age: number): Promise<WaitingSummary> {
  return store.read(async (db) => {
    const row = await db
      .selectFrom('booking_requests')
      .where('state', '=', 'new')
      .where('created_at', '<', store.dialect.clock(-age))
      .where(isInList(store.dialect))
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { count: Number(row.count), oldest: row.oldest };
  });
}
