import type { LeadStore } from '../lead.ts';
import { isNew, toFigures, toLead } from '../lead-rows.ts';
import { toWaiting } from '../rows.ts';
import type { Run } from './connection.ts';
import { at } from './deliveries.ts';
import { changeOf } from './lead-changes.ts';
import { selectLeads } from './leads.ts';

/** The operations on reminders and reports. `now` gives the time, or null for the database's own clock. */
export function postgresReminders(run: Run, now: () => Date | null) {
  return {
    async summarizeOverdue(askedBefore) {
      const sql = `SELECT count(*), min(created_at) AS oldest
        FROM ${bookings} WHERE ${isOpen} AND created_at < $1`;
      return toWaiting((await run(sql, [new Date(askedBefore)])).rows[0]);
    },
    async acquireReminders(askedBefore, limit, leaseFor) {
      const acquired = await run(acquire, [now(), new Date(askedBefore), limit, leaseFor]);
      const ids = acquired.rows.map(({ booking_id }) => booking_id);
      const order = 'ORDER BY booking.created_at, booking.id';
      const { rows } = await run(`${selectLeads} WHERE booking.id = ANY($1::bigint[]) ${order}`, [
        ids,
      ]);
      return rows.map(toLead);
    },
    async completeReminders(ids) {
      await run(complete, [now(), ids]);
    },
    async acquireReport(period, leaseFor) {
      const sql = `INSERT INTO booking_private.reports AS report (period, lease_ends)
        SELECT $2, ${at} + $3 * interval '1 millisecond'
        ON CONFLICT (period) DO UPDATE SET lease_ends = excluded.lease_ends
        WHERE report.sent_at IS NULL AND report.lease_ends <= ${at}`;
      return (await run(sql, [now(), period, leaseFor])).count > 0;
    },
    async completeReport(period) {
      const sql = `UPDATE booking_private.reports SET sent_at = ${at} WHERE period = $2`;
      await run(sql, [now(), period]);
    },
    async reportFigures(since) {
      const rowsOf = async (sql: string, values: unknown[] = [new Date(since)]) =>
        (await run(sql, values)).rows;
      const [days, contacted, waiting, deliveries] = await Promise.all([
        rowsOf(
          `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*) AS leads,
             count(spam_signals) AS quarantined
           FROM public.booking_requests WHERE created_at >= $1 GROUP BY day ORDER BY day`,
        ),
        rowsOf(
          `SELECT created_at, contacted_at FROM public.booking_requests
           JOIN booking_private.leads ON booking_id = id
           WHERE created_at >= $1 AND state <> 'new'`,
        ),
        rowsOf(
          `SELECT created_at FROM ${bookings} WHERE ${isOpen} ORDER BY created_at LIMIT 10000`,
          [],
        ),
        rowsOf(
          `SELECT channel, count(*) FILTER (WHERE state = 'done') AS done,
             count(*) FILTER (WHERE state = 'pending') AS pending,
             count(*) FILTER (WHERE state = 'dead') AS dead
           FROM public.booking_requests AS booking
           JOIN booking_private.deliveries AS delivery ON booking_id = booking.id
           WHERE booking.created_at >= $1 GROUP BY channel ORDER BY channel`,
        ),
      ]);
      return toFigures({ days, contacted, open: waiting, deliveries });
    },
  } satisfies Partial<LeadStore>;
}

const bookings = 'public.booking_requests AS booking';
const isOpen = isNew('booking_private.leads');

/** What another server leases at the same moment is left out: the condition is looked at again. */
const acquire = `WITH due AS MATERIALIZED (
    SELECT id FROM ${bookings} LEFT JOIN booking_private.leads AS lead ON lead.booking_id = id
    WHERE ${isOpen} AND created_at < $2 AND reminded_at IS NULL
      AND coalesce(reminder_lease_ends <= ${at}, true)
    ORDER BY created_at, id LIMIT $3 FOR KEY SHARE OF booking SKIP LOCKED)
  INSERT INTO booking_private.leads AS lead (booking_id, reminder_lease_ends)
  SELECT id, ${at} + $4 * interval '1 millisecond' FROM due
  ON CONFLICT (booking_id) DO UPDATE SET reminder_lease_ends = excluded.reminder_lease_ends
  WHERE lead.state = 'new' AND lead.reminded_at IS NULL
    AND coalesce(lead.reminder_lease_ends <= ${at}, true)
  RETURNING booking_id`;

const complete = changeOf(`changed AS (
    UPDATE booking_private.leads SET reminded_at = ${at}, reminder_lease_ends = NULL
    FROM booking WHERE booking_id = id AND reminded_at IS NULL RETURNING booking_id),
  recorded AS (
    INSERT INTO booking_private.lead_events (booking_id, at, who, action)
    SELECT booking_id, ${at}, 'server', 'reminded' FROM changed)`);
