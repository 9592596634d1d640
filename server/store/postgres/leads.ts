import { bookingFields } from '../../../booking/booking.ts';
import type { LeadPage, LeadStore } from '../lead.ts';
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
import { selectBookings } from './bookings.ts';
import type { Run } from './connection.ts';
import { at } from './deliveries.ts';
import { changeOf } from './lead-changes.ts';

/** The operations on leads. `now` gives the time, or null for the database's own clock. */
export function postgresLeads(run: Run, now: () => Date | null) {
  async function find(id: number) {
    const { rows } = await run(`${selectLeads} WHERE booking.id = $1`, [id]);
    return rows.map(toLead)[0];
  }

  return {
    async listLeads({ limit, before = Number.MAX_SAFE_INTEGER, ...page }) {
      const { where, values } = conditionsOf(page, before);
      const { rows } = await run(`${selectLeads} WHERE ${where} LIMIT ${limit}`, values);
      return rows.map(toLead);
    },
    async countLeads() {
      const sql = selectCounts('public.booking_requests', 'booking_private.leads');
      return toCounts((await run(sql)).rows[0]);
    },
    async findLead(id) {
      const rowsOf = (table: string, order: string) =>
        run(`SELECT * FROM booking_private.${table} WHERE booking_id = $1 ORDER BY ${order}`, [id]);
      const [lead, deliveries, events] = await Promise.all([
        find(id),
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
    async changeLead(id, change) {
      for (;;) {
        const lead = await find(id);
        if (lead === undefined) return 'missing';
        if (lead.state === 'quarantined') return 'quarantined';
        if (change.version !== undefined && change.version !== lead.version) return 'conflict';
        const { state, note, events } = changesOf(lead, change);
        if (events.length === 0) return 'changed';
        const { count } = await run(write, [
          now(),
          [id],
          lead.version,
          state,
          note,
          change.who,
          JSON.stringify(events),
        ]);
        if (count > 0) return 'changed';
        // Another one was faster: looks at what that one made of it.
      }
    },
    async readLead(id) {
      await run(read, [now(), [id]]);
    },
    async recordLeadAction(ids, who, action) {
      await run(record, [now(), ids, who, action]);
    },
    /**
     * Bookings are committed in any order of their ids: with each of the newest 100 their sum grows, also
     * with one that is late.
     */
    async leadRevision() {
      const { rows } = await run(`SELECT number, (SELECT sum(id) FROM (
          SELECT id FROM public.booking_requests ORDER BY id DESC LIMIT 100) AS newest) AS newest
        FROM booking_private.lead_revision`);
      return `${rows[0]?.number} ${rows[0]?.newest}`;
    },
  } satisfies Partial<LeadStore>;
}

/** All leads, with the columns that `toLead` reads. */
export const selectLeads = `SELECT booking.*, ${leadColumns} FROM (${selectBookings}) AS booking
  LEFT JOIN booking_private.leads AS lead ON lead.booking_id = booking.id`;

/** Unless the lead has another version than $3. */
const write = changeOf(`changed AS (
    INSERT INTO booking_private.leads AS lead
      (booking_id, version, state, note, read_at, contacted_at, closed_at)
    SELECT id, 1, $4, $5, ${at}, CASE WHEN $4 <> 'new' THEN ${at} END, CASE WHEN $4 = 'closed' THEN ${at} END
    FROM booking
    ON CONFLICT (booking_id) DO UPDATE SET version = lead.version + 1,
      state = excluded.state, note = excluded.note,
      read_at = coalesce(lead.read_at, excluded.read_at),
      contacted_at = coalesce(lead.contacted_at, excluded.contacted_at),
      closed_at = CASE WHEN excluded.state = 'closed' THEN coalesce(lead.closed_at, excluded.closed_at) END
    WHERE lead.version = $3
    RETURNING booking_id),
  recorded AS (
    INSERT INTO booking_private.lead_events (booking_id, at, who, action, text)
    SELECT booking_id, ${at}, $6, action, text
    FROM changed, json_to_recordset($7) AS event (action text, text text))`);

const read = changeOf(`changed AS (
    INSERT INTO booking_private.leads AS lead (booking_id, read_at) SELECT id, ${at} FROM booking
    ON CONFLICT (booking_id) DO UPDATE SET read_at = excluded.read_at WHERE lead.read_at IS NULL
    RETURNING booking_id)`);

const record = changeOf(`changed AS (
    INSERT INTO booking_private.lead_events (booking_id, at, who, action)
    SELECT id, ${at}, $3, $4 FROM booking RETURNING booking_id)`);

function conditionsOf({ folder, text }: Pick<LeadPage, 'folder' | 'text'>, before: number) {
  const conditions = [folder === 'quarantined' ? isQuarantined : `NOT ${isQuarantined}`];
  const values: unknown[] = [before];
  const isByIndex = folder === 'contacted' || folder === 'closed';
  if (isByIndex) conditions.push(`lead.state = '${folder}'`);
  else if (folder === 'new') conditions.push(isNew('booking_private.leads'));
  if (text !== undefined) {
    const has = (value: string) => `strpos(lower(${value}), lower($2)) > 0`;
    const inFields = has(bookingFields.join(" || E'\\n' || "));
    const inNote = `SELECT booking_id FROM booking_private.leads WHERE note <> '' AND ${has('note')}`;
    conditions.push(`(${inFields} OR id IN (${inNote}))`);
    values.push(text);
  }
  const id = isByIndex ? 'lead.booking_id' : 'booking.id';
  return { where: `${id} < $1 AND ${conditions.join(' AND ')} ORDER BY ${id} DESC`, values };
}
