import type { Database, Dialect, Run } from './database.ts';
import {
  type Lead,
  type LeadAction,
  type LeadChange,
  type LeadEvent,
  type LeadPage,
  type LeadState,
  leadActions,
  leadStates,
} from './lead.ts';
import {
  allFields,
  isoTime,
  isoTimeOrNull,
  isQuarantined,
  oneOf,
  type Row,
  textOrNull,
  toBooking,
  toDelivery,
} from './rows.ts';
import type { Store } from './store.ts';

/** The operations on leads. */
export function leadOperations(database: Database) {
  const { run, transaction, now, sql } = database;
  return {
    async listLeads(page) {
      const { where, values } = conditionsOf(sql, page);
      const { rows } = await run(`${selectLeads(sql)} WHERE ${where}`, values);
      return rows.map(toLead);
    },

    async countLeads() {
      const [row] = (await run(selectCounts)).rows;
      const contacted = Number(row?.contacted);
      const closed = Number(row?.closed);
      const quarantined = Number(row?.quarantined);
      const others = contacted + closed + quarantined;
      return { new: Number(row?.all_leads) - others, contacted, closed, quarantined };
    },

    async findLead(id) {
      const rowsOf = (table: string, order: string) =>
        run(`SELECT * FROM booking_private.${table} WHERE booking_id = $1 ORDER BY ${order}`, [id]);
      const [lead, deliveries, events] = await Promise.all([
        find(run, sql, id),
        rowsOf('deliveries', 'channel'),
        rowsOf('lead_events', 'id'),
      ]);
      if (lead === undefined) return undefined;
      return {
        lead,
        deliveries: deliveries.rows.map(toDelivery),
        events: events.rows.map(toLeadEvent),
      };
    },

    /**
     * PostgreSQL commits bookings in any order of their ids: with each of the newest 100 their sum grows,
     * also with one that is late.
     */
    async leadRevision() {
      const { rows } = await run(
        `SELECT number, (SELECT sum(id) FROM (
           SELECT id FROM public.booking_requests ORDER BY id DESC LIMIT 100) AS newest) AS newest
         FROM booking_private.lead_revision`,
      );
      return `${rows[0]?.number} ${rows[0]?.newest}`;
    },

    changeLead: (id, change) =>
      transaction(async (run) => {
        await lockBookings(run, sql, [id]);
        const lead = await find(run, sql, id);
        if (lead === undefined) return 'missing';
        if (lead.state === 'quarantined') return 'quarantined';
        if (change.version !== undefined && change.version !== lead.version) return 'conflict';
        const { state, note, events } = changesOf(lead, change);
        if (events.length === 0) return 'changed';
        await run(
          `INSERT INTO booking_private.leads AS lead
             (booking_id, version, state, note, read_at, contacted_at, closed_at)
           VALUES ($2, 1, $3, $4, ${sql.now}, CASE WHEN $3 <> 'new' THEN ${sql.now} END,
             CASE WHEN $3 = 'closed' THEN ${sql.now} END)
           ON CONFLICT (booking_id) DO UPDATE SET version = lead.version + 1,
             state = excluded.state, note = excluded.note,
             read_at = coalesce(lead.read_at, excluded.read_at),
             contacted_at = coalesce(lead.contacted_at, excluded.contacted_at),
             closed_at = CASE WHEN excluded.state = 'closed'
               THEN coalesce(lead.closed_at, excluded.closed_at) END`,
          [now(), id, state, note],
        );
        await insertEvents(database, run, [id], change.who, events);
        return 'changed';
      }),

    readLead: (id) =>
      transaction(async (run) => {
        await lockBookings(run, sql, [id]);
        const { count } = await run(
          `INSERT INTO booking_private.leads AS lead (booking_id, read_at)
           SELECT id, ${sql.now} FROM public.booking_requests WHERE id = $2
           ON CONFLICT (booking_id) DO UPDATE SET read_at = excluded.read_at
           WHERE lead.read_at IS NULL`,
          [now(), id],
        );
        if (count > 0) await bumpRevision(run);
      }),

    recordLeadAction: (ids, who, action) =>
      transaction(async (run) => {
        await lockBookings(run, sql, ids);
        await insertEvents(database, run, ids, who, [{ action, text: null }]);
      }),
  } satisfies Partial<Store>;
}

/** What a change writes: the lead as it then is, and a line of history for each thing that is another. */
function changesOf(lead: Pick<Lead, 'lead_state' | 'note'>, change: LeadChange) {
  const { state = lead.lead_state, note = lead.note } = change;
  const events: { action: LeadAction; text: string | null }[] = [];
  if (state !== lead.lead_state)
    events.push({ action: actionOf(lead.lead_state, state), text: null });
  if (note !== lead.note) events.push({ action: 'noted', text: note });
  return { state, note, events };
}

function actionOf(before: LeadState, after: LeadState): LeadAction {
  if (after === 'closed') return 'closed';
  return before === 'new' ? 'contacted' : 'reopened';
}

async function find(run: Run, sql: Dialect, id: number): Promise<Lead | undefined> {
  const { rows } = await run(`${selectLeads(sql)} WHERE booking.id = $1`, [id]);
  return rows.map(toLead)[0];
}

/** All leads, with the columns that `toLead` reads. */
export const selectLeads = (sql: Dialect) => `SELECT booking.*,
    coalesce(lead.state, 'new') AS lead_state, coalesce(lead.version, 0) AS version,
    coalesce(lead.note, '') AS note, lead.read_at, lead.contacted_at, lead.closed_at, lead.reminded_at
  FROM ${sql.bookings} AS booking
  LEFT JOIN booking_private.leads AS lead ON lead.booking_id = booking.id`;

/** How many leads are in each folder, counted by indexes: new are those in no other. */
const selectCounts = `SELECT (SELECT count(*) FROM public.booking_requests) AS all_leads,
  (SELECT count(*) FROM public.booking_requests WHERE ${isQuarantined}) AS quarantined,
  ${countIn('contacted')} AS contacted, ${countIn('closed')} AS closed`;

function countIn(state: LeadState): string {
  return `(SELECT count(*) FROM booking_private.leads WHERE state <> 'new' AND state = '${state}')`;
}

/**
 * Keeps these bookings from being erased, and their leads from being changed, by another one until the
 * end of the transaction. All do so in the same order.
 */
export async function lockBookings(run: Run, sql: Dialect, ids: readonly number[]): Promise<void> {
  await run(
    `SELECT id FROM public.booking_requests WHERE ${sql.isOneOf('id', '$1')}
     ORDER BY created_at, id ${sql.lock('FOR NO KEY UPDATE')}`,
    [ids],
  );
}

/** Adds to the history of those bookings that are there, and tells open inboxes: it ends a transaction. */
export async function insertEvents(
  { now, sql }: Database,
  run: Run,
  ids: readonly number[],
  who: string,
  events: readonly Pick<LeadEvent, 'action' | 'text'>[],
): Promise<void> {
  let inserted = 0;
  for (const { action, text } of events) {
    const { count } = await run(
      `INSERT INTO booking_private.lead_events (booking_id, at, who, action, text)
       SELECT id, ${sql.now}, $3, $4, $5 FROM public.booking_requests
       WHERE ${sql.isOneOf('id', '$2')} ORDER BY id`,
      [now(), ids, who, action, text],
    );
    inserted += count;
  }
  if (inserted > 0) await bumpRevision(run);
}

/**
 * Tells open inboxes to look again. It comes last in a transaction: whoever waits for it holds nothing
 * that another one needs.
 */
export async function bumpRevision(run: Run): Promise<void> {
  await run('UPDATE booking_private.lead_revision SET number = number + 1');
}

function conditionsOf(sql: Dialect, page: LeadPage) {
  const { folder, text, limit, before = Number.MAX_SAFE_INTEGER } = page;
  const conditions = [folder === 'quarantined' ? isQuarantined : `NOT ${isQuarantined}`];
  const values: unknown[] = [before, limit];
  const isByIndex = folder === 'contacted' || folder === 'closed';
  if (isByIndex) conditions.push(`lead.state <> 'new' AND lead.state = '${folder}'`);
  else if (folder === 'new') conditions.push(isNew);
  if (text !== undefined) {
    const inNote = `SELECT booking_id FROM booking_private.leads
      WHERE note <> '' AND ${sql.contains('note', '$3')}`;
    conditions.push(`(${sql.contains(allFields, '$3')} OR id IN (${inNote}))`);
    values.push(text);
  }
  const id = isByIndex ? 'lead.booking_id' : 'booking.id';
  return {
    where: `${id} < $1 AND ${conditions.join(' AND ')} ORDER BY ${id} DESC LIMIT $2`,
    values,
  };
}

/** The condition in SQL for a booking of the table `booking` that is new. */
export const isNew = `NOT ${isQuarantined} AND NOT EXISTS (
  SELECT 1 FROM booking_private.leads WHERE booking_id = booking.id AND state <> 'new')`;

/** A row of `selectLeads`. */
export function toLead(row: Row): Lead {
  return {
    ...toBooking(row),
    lead_state: oneOf(leadStates, row.lead_state),
    version: Number(row.version),
    note: String(row.note),
    read_at: isoTimeOrNull(row.read_at),
    contacted_at: isoTimeOrNull(row.contacted_at),
    closed_at: isoTimeOrNull(row.closed_at),
    reminded_at: isoTimeOrNull(row.reminded_at),
  };
}

function toLeadEvent(row: Row): LeadEvent {
  return {
    at: isoTime(row.at),
    who: String(row.who),
    action: oneOf(leadActions, row.action),
    text: textOrNull(row.text),
  };
}
