import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { bookingFields } from '../../../booking/booking.ts';
import type { LeadPage } from '../lead.ts';
import {
  changesOf,
  isNew,
  leadColumns,
  selectCounts,
  toCounts,
  toLead,
  toLeadEvent,
} from '../lead-rows.ts';
import { isQuarantined, toDelivery } from '../rows.ts';
import type { SyncOperations } from '../store.ts';
import { timestamp } from './database.ts';
import { isOneOf } from './deliveries.ts';
import { bumpRevision, prepareEventInsert } from './lead-events.ts';

/** The store's operations on leads. `now`: milliseconds since 1970. */
export function leadOperations(database: DatabaseSync, now: () => number) {
  const find = database.prepare(`${selectLeads} WHERE booking.id = ?`);
  const record = prepareEventInsert(database, now);

  return {
    listLeads({ limit, before = Number.MAX_SAFE_INTEGER, ...page }) {
      const { id, where, values } = conditionsOf(page);
      const sql = `${selectLeads} WHERE ${id} < ? AND ${where} ORDER BY ${id} DESC LIMIT ?`;
      const rows = database.prepare(sql).all(before, ...values, limit);
      return rows.map(toLead);
    },

    countLeads: () => toCounts(database.prepare(selectCounts('booking_requests', 'leads')).get()),

    findLead(id) {
      const row = find.get(id);
      if (row === undefined) return undefined;
      const rowsOf = (table: string, order: string) =>
        database.prepare(`SELECT * FROM ${table} WHERE booking_id = ? ORDER BY ${order}`).all(id);
      return {
        lead: toLead(row),
        deliveries: rowsOf('deliveries', 'channel').map(toDelivery),
        events: rowsOf('lead_events', 'id').map(toLeadEvent),
      };
    },

    changeLead(id, change) {
      const row = find.get(id);
      if (row === undefined) return 'missing';
      const lead = toLead(row);
      if (lead.state === 'quarantined') return 'quarantined';
      if (change.version !== undefined && change.version !== lead.version) return 'conflict';
      const { state, note, events } = changesOf(lead, change);
      if (events.length === 0) return 'changed';
      const at = timestamp(now());
      database
        .prepare(
          `INSERT INTO leads (booking_id, version, state, note, read_at, contacted_at, closed_at)
           VALUES (?, 1, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET version = version + 1, state = excluded.state, note = excluded.note,
             read_at = coalesce(read_at, excluded.read_at),
             contacted_at = coalesce(contacted_at, excluded.contacted_at),
             closed_at = CASE WHEN excluded.state = 'closed' THEN coalesce(closed_at, excluded.closed_at) END`,
        )
        .run(id, state, note, at, state === 'new' ? null : at, state === 'closed' ? at : null);
      for (const { action, text } of events) record(id, change.who, action, text);
      bumpRevision(database);
      return 'changed';
    },

    readLead(id) {
      const sql = `INSERT INTO leads (booking_id, read_at) SELECT id, ? FROM booking_requests WHERE id = ?
        ON CONFLICT DO UPDATE SET read_at = excluded.read_at WHERE read_at IS NULL`;
      if (database.prepare(sql).run(timestamp(now()), id).changes > 0) bumpRevision(database);
    },

    recordLeadAction(ids, who, action) {
      const sql = `SELECT id FROM booking_requests WHERE ${isOneOf('id')} ORDER BY id`;
      const rows = database.prepare(sql).all(JSON.stringify(ids));
      for (const { id } of rows) record(Number(id), who, action);
      if (rows.length > 0) bumpRevision(database);
    },

    /** There is one writer at a time: no booking is committed later with a smaller id. */
    leadRevision() {
      const sql = `SELECT (SELECT number FROM lead_revision) AS number,
        (SELECT max(id) FROM booking_requests) AS newest`;
      const row = database.prepare(sql).get();
      return `${row?.number} ${row?.newest}`;
    },
  } satisfies Partial<SyncOperations>;
}

/** All leads, with the columns that `toLead` reads. */
export const selectLeads = `SELECT booking.*, ${leadColumns}
  FROM bookings AS booking LEFT JOIN leads AS lead ON lead.booking_id = booking.id`;

/** A list as SQL: the column of its order, and the condition with the values of its question marks. */
function conditionsOf({ folder, text }: Pick<LeadPage, 'folder' | 'text'>) {
  const conditions = [folder === 'quarantined' ? isQuarantined : `NOT ${isQuarantined}`];
  const values: SQLInputValue[] = [];
  const isByIndex = folder === 'contacted' || folder === 'closed';
  if (isByIndex) conditions.push(`lead.state <> 'new' AND lead.state = '${folder}'`);
  else if (folder === 'new') conditions.push(isNew('leads'));
  if (text !== undefined) {
    // SQLite's own `lower` knows ASCII alone, and is twice as fast.
    const lower = /^\p{ASCII}*$/u.test(text) ? 'lower' : 'lowercase';
    const inFields = `instr(${lower}(${bookingFields.join(' || char(10) || ')}), ?)`;
    const inNote = `note <> '' AND instr(${lower}(note), ?)`;
    conditions.push(`(${inFields} OR id IN (SELECT booking_id FROM leads WHERE ${inNote}))`);
    values.push(text.toLowerCase(), text.toLowerCase());
  }
  const id = isByIndex ? 'lead.booking_id' : 'booking.id';
  return { id, where: conditions.join(' AND '), values };
}
