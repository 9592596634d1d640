import type { LeadAction, LeadEvent, LeadState } from '../../booking/lead.ts';
import type { Database, Run } from './database.ts';
import type { StoredDelivery } from './delivery.ts';
import type { Lead, LeadChange, LeadPage } from './lead.ts';
import { allFields, bookings, deliveryColumns, findBookings, isQuarantined } from './rows.ts';

/** The operations on leads. */
export const leadOperations = {
  async listLeads({ run }: Database, page: LeadPage) {
    const { where, values } = conditionsOf(page);
    return selectLeads(run, `WHERE ${where}`, values);
  },

  async countLeads({ run }: Database) {
    const { rows } = await run<Record<string, number>>(selectCounts);
    const { all_leads = 0, contacted = 0, closed = 0, quarantined = 0 } = rows[0] ?? {};
    return { new: all_leads - contacted - closed - quarantined, contacted, closed, quarantined };
  },

  async findLead({ run }: Database, id: number) {
    const where = 'WHERE booking_id = $1';
    const [[lead], deliveries, events] = await Promise.all([
      selectLeads(run, 'WHERE booking.id = $1', [id]),
      run<StoredDelivery>(
        `SELECT ${deliveryColumns} FROM booking_private.deliveries ${where} ORDER BY channel`,
        [id],
      ),
      run<LeadEvent>(
        `SELECT at, who, action, text FROM booking_private.lead_events ${where} ORDER BY id`,
        [id],
      ),
    ]);
    return lead && { lead, deliveries: deliveries.rows, events: events.rows };
  },

  /**
   * Writes the change and its history in one transaction. `contacted_at` is set once. `conflict`: the lead
   * has another version. `quarantined`: it has to be accepted first.
   */
  changeLead: ({ transaction }: Database, id: number, change: LeadChange) =>
    transaction(async (run) => {
      await lockBookings(run, [id]);
      const [lead] = await selectLeads(run, 'WHERE booking.id = $1', [id]);
      if (lead === undefined) return 'missing';
      if (lead.state === 'quarantined') return 'quarantined';
      if (change.version !== undefined && change.version !== lead.version) return 'conflict';
      const { state = lead.lead_state, note = lead.note } = change;
      if (state === lead.lead_state && note === lead.note) return 'changed';
      await run(
        `INSERT INTO booking_private.leads AS lead
           (booking_id, version, state, note, read_at, contacted_at, closed_at)
         VALUES ($1, 1, $2, $3, now(), CASE WHEN $2 <> 'new' THEN now() END,
           CASE WHEN $2 = 'closed' THEN now() END)
         ON CONFLICT (booking_id) DO UPDATE SET version = lead.version + 1,
           state = excluded.state, note = excluded.note,
           read_at = coalesce(lead.read_at, excluded.read_at),
           contacted_at = coalesce(lead.contacted_at, excluded.contacted_at),
           closed_at = CASE WHEN excluded.state = 'closed'
             THEN coalesce(lead.closed_at, excluded.closed_at) END`,
        [id, state, note],
      );
      if (state !== lead.lead_state)
        await insertEvent(run, [id], change.who, actionOf(lead.lead_state, state));
      if (note !== lead.note) await insertEvent(run, [id], change.who, 'noted', note);
      return 'changed';
    }),

  /** Remembers that it was opened. Whether it was for the first time. */
  readLead: ({ transaction }: Database, id: number) =>
    transaction(async (run) => {
      await lockBookings(run, [id]);
      const { count } = await run(
        `INSERT INTO booking_private.leads AS lead (booking_id, read_at)
         SELECT id, now() FROM public.booking_requests WHERE id = $1
         ON CONFLICT (booking_id) DO UPDATE SET read_at = excluded.read_at
         WHERE lead.read_at IS NULL`,
        [id],
      );
      if (count > 0) await bumpRevision(run);
      return count > 0;
    }),

  /** Adds to the history of bookings that are there. */
  recordLeadAction: (database: Database, ids: readonly number[], who: string, action: LeadAction) =>
    database.transaction(async (run) => {
      await lockBookings(run, ids);
      await insertEvent(run, ids, who, action);
    }),

  /**
   * Changes whenever a list or a lead would look different, whichever server or program did it. PostgreSQL
   * commits bookings in any order of their ids: with each of the newest 100 their sum grows, also with one
   * that is late.
   */
  async findLeadRevision({ run }: Database) {
    const { rows } = await run<{ number: number; newest: number | null }>(
      `SELECT number, (SELECT sum(id) FROM (
         SELECT id FROM public.booking_requests ORDER BY id DESC LIMIT 100) AS newest) AS newest
       FROM booking_private.lead_revision`,
    );
    return `${rows[0]?.number} ${rows[0]?.newest}`;
  },
};

function actionOf(before: LeadState, after: LeadState): LeadAction {
  if (after === 'closed') return 'closed';
  return before === 'new' ? 'contacted' : 'reopened';
}

/** The leads that the `rest` of the statement asks for. */
export function selectLeads(run: Run, rest: string, values: readonly unknown[]) {
  const select = `SELECT booking.*,
      coalesce(lead.state, 'new') AS lead_state, coalesce(lead.version, 0) AS version,
      coalesce(lead.note, '') AS note, lead.read_at, lead.contacted_at, lead.closed_at, lead.reminded_at
    FROM ${bookings} AS booking
    LEFT JOIN booking_private.leads AS lead ON lead.booking_id = booking.id ${rest}`;
  return findBookings<Lead>(run, select, values);
}

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
export async function lockBookings(run: Run, ids: readonly number[]): Promise<void> {
  await run(
    `SELECT id FROM public.booking_requests WHERE id = ANY ($1)
     ORDER BY created_at, id FOR NO KEY UPDATE`,
    [ids],
  );
}

/** Adds to the history of those bookings that are there, and tells open inboxes. */
export async function insertEvent(
  run: Run,
  ids: readonly number[],
  who: string,
  action: LeadAction,
  text: string | null = null,
): Promise<void> {
  const { count } = await run(
    `INSERT INTO booking_private.lead_events (booking_id, at, who, action, text)
     SELECT id, now(), $2, $3, $4 FROM public.booking_requests
     WHERE id = ANY ($1) ORDER BY id`,
    [ids, who, action, text],
  );
  if (count > 0) await bumpRevision(run);
}

/**
 * Tells open inboxes to look again. It comes last in a transaction: whoever waits for it holds nothing
 * that another one needs.
 */
export async function bumpRevision(run: Run): Promise<void> {
  await run('UPDATE booking_private.lead_revision SET number = number + 1');
}

function conditionsOf({ folder, text, limit, before = Number.MAX_SAFE_INTEGER }: LeadPage) {
  const conditions = [folder === 'quarantined' ? isQuarantined : `NOT ${isQuarantined}`];
  const values: unknown[] = [before, limit];
  const isByIndex = folder === 'contacted' || folder === 'closed';
  if (isByIndex) conditions.push(`lead.state <> 'new' AND lead.state = '${folder}'`);
  else if (folder === 'new') conditions.push(isNew);
  if (text !== undefined) {
    const isIn = (where: string) => `strpos(lower(${where}), lower($3)) > 0`;
    const inNote = `SELECT booking_id FROM booking_private.leads
      WHERE note <> '' AND ${isIn('note')}`;
    conditions.push(`(${isIn(allFields)} OR id IN (${inNote}))`);
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
