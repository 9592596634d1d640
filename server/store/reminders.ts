import type { Database } from './database.ts';
import { insertEvents, isNew, lockBookings, selectLeads, toLead } from './leads.ts';
import { isoTime, toWaitingSummary } from './rows.ts';
import type { Store } from './store.ts';

/** The operations on reminders and reports. */
export function reminderOperations(database: Database) {
  const { run, transaction, now, sql } = database;
  return {
    async summarizeOverdue(askedBefore) {
      const select = `SELECT count(*) AS count, min(created_at) AS oldest
        FROM ${bookings} WHERE ${isNew} AND created_at < $1`;
      return toWaitingSummary((await run(select, [new Date(askedBefore)])).rows[0]);
    },

    async acquireReminders(askedBefore, limit, leaseFor) {
      const isFree = `lead.reminded_at IS NULL AND coalesce(lead.reminder_lease_ends <= ${sql.now}, true)`;
      const acquired = await run(
        // What another server leases at the same moment is left out: the condition is looked at again.
        `INSERT INTO booking_private.leads AS lead (booking_id, reminder_lease_ends)
         SELECT id, ${sql.later('$4')}
         FROM ${bookings} LEFT JOIN booking_private.leads AS lead ON lead.booking_id = id
         WHERE ${isNew} AND created_at < $2 AND ${isFree}
         ORDER BY created_at, id LIMIT $3 ${sql.lock('FOR KEY SHARE OF booking SKIP LOCKED')}
         ON CONFLICT (booking_id) DO UPDATE SET reminder_lease_ends = excluded.reminder_lease_ends
         WHERE lead.state = 'new' AND ${isFree}
         RETURNING booking_id`,
        [now(), new Date(askedBefore), limit, leaseFor],
      );
      const ids = acquired.rows.map(({ booking_id }) => booking_id);
      const select = `${selectLeads(sql)} WHERE ${sql.isOneOf('booking.id', '$1')}`;
      const { rows } = await run(`${select} ORDER BY booking.created_at, booking.id`, [ids]);
      return rows.map(toLead);
    },

    completeReminders: (ids) =>
      transaction(async (run) => {
        await lockBookings(run, sql, ids);
        const { rows } = await run(
          `UPDATE booking_private.leads SET reminded_at = ${sql.now}, reminder_lease_ends = NULL
           WHERE reminded_at IS NULL AND ${sql.isOneOf('booking_id', '$2')} RETURNING booking_id`,
          [now(), ids],
        );
        const reminded = rows.map(({ booking_id }) => Number(booking_id));
        await insertEvents(database, run, reminded, 'server', [{ action: 'reminded', text: null }]);
      }),

    async acquireReport(period, leaseFor) {
      const { count } = await run(
        `INSERT INTO booking_private.reports AS report (period, lease_ends)
         VALUES ($2, ${sql.later('$3')})
         ON CONFLICT (period) DO UPDATE SET lease_ends = excluded.lease_ends
         WHERE report.sent_at IS NULL AND report.lease_ends <= ${sql.now}`,
        [now(), period, leaseFor],
      );
      return count > 0;
    },

    async completeReport(period) {
      const update = `UPDATE booking_private.reports SET sent_at = ${sql.now} WHERE period = $2`;
      await run(update, [now(), period]);
    },

    async reportFigures(since) {
      const rowsOf = async (select: string, values: unknown[] = [new Date(since)]) =>
        (await run(select, values)).rows;
      const [days, contacted, open, deliveries] = await Promise.all([
        rowsOf(
          `SELECT ${sql.day} AS day, count(*) AS leads, count(spam_signals) AS quarantined
           FROM public.booking_requests WHERE created_at >= $1 GROUP BY day ORDER BY day`,
        ),
        rowsOf(
          `SELECT created_at, contacted_at FROM public.booking_requests
           JOIN booking_private.leads ON booking_id = id
           WHERE created_at >= $1 AND state <> 'new'`,
        ),
        rowsOf(
          `SELECT created_at FROM ${bookings} WHERE ${isNew} ORDER BY created_at LIMIT 10000`,
          [],
        ),
        rowsOf(
          `SELECT channel, count(*) FILTER (WHERE state = 'done') AS done,
             count(*) FILTER (WHERE state = 'pending') AS pending,
             count(*) FILTER (WHERE state = 'dead') AS dead
           FROM ${bookings} JOIN booking_private.deliveries ON booking_id = booking.id
           WHERE booking.created_at >= $1 GROUP BY channel ORDER BY channel`,
        ),
      ]);
      return {
        days: days.map(({ day, leads, quarantined }) => ({
          day: String(day),
          leads: Number(leads),
          quarantined: Number(quarantined),
        })),
        contactTimes: contacted.map(
          ({ created_at, contacted_at }) =>
            Date.parse(isoTime(contacted_at)) - Date.parse(isoTime(created_at)),
        ),
        open: open.map(({ created_at }) => isoTime(created_at)),
        deliveries: deliveries.map(({ channel, done, pending, dead }) => ({
          channel: String(channel),
          done: Number(done),
          pending: Number(pending),
          dead: Number(dead),
        })),
      };
    },
  } satisfies Partial<Store>;
}

const bookings = 'public.booking_requests AS booking';
