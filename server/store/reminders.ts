import type { WaitingSummary } from './booking.ts';
import type { Database } from './database.ts';
import { insertEvent, isNew, lockBookings, selectLeads } from './leads.ts';
import { later } from './rows.ts';

/** The operations on reminders and reports. */
export const reminderOperations = {
  /** How many are new and were asked before this time (milliseconds since 1970), and when the oldest was. */
  async summarizeOverdue({ run }: Database, askedBefore: number) {
    const select = `SELECT count(*) AS count, min(created_at) AS oldest
      FROM ${bookings} WHERE ${isNew} AND created_at < $1`;
    const { rows } = await run<WaitingSummary>(select, [new Date(askedBefore)]);
    return rows[0] ?? { count: 0, oldest: null };
  },

  /** Takes those nobody was reminded of, oldest first, for `leaseFor` milliseconds: no other server has them. */
  async acquireReminders({ run }: Database, askedBefore: number, limit: number, leaseFor: number) {
    const isFree = 'lead.reminded_at IS NULL AND coalesce(lead.reminder_lease_ends <= now(), true)';
    const acquired = await run<{ booking_id: number }>(
      // What another server leases at the same moment is left out: the condition is looked at again.
      `INSERT INTO booking_private.leads AS lead (booking_id, reminder_lease_ends)
       SELECT id, ${later('$3')}
       FROM ${bookings} LEFT JOIN booking_private.leads AS lead ON lead.booking_id = id
       WHERE ${isNew} AND created_at < $1 AND ${isFree}
       ORDER BY created_at, id LIMIT $2 FOR KEY SHARE OF booking SKIP LOCKED
       ON CONFLICT (booking_id) DO UPDATE SET reminder_lease_ends = excluded.reminder_lease_ends
       WHERE lead.state = 'new' AND ${isFree}
       RETURNING booking_id`,
      [new Date(askedBefore), limit, leaseFor],
    );
    const ids = acquired.rows.map(({ booking_id }) => booking_id);
    const rest = 'WHERE booking.id = ANY ($1) ORDER BY booking.created_at, booking.id';
    return selectLeads(run, rest, [ids]);
  },

  /** After the reminder was sent: it is not sent again. Adds to the history. */
  completeReminders: ({ transaction }: Database, ids: readonly number[]) =>
    transaction(async (run) => {
      await lockBookings(run, ids);
      const { rows } = await run<{ booking_id: number }>(
        `UPDATE booking_private.leads SET reminded_at = now(), reminder_lease_ends = NULL
         WHERE reminded_at IS NULL AND booking_id = ANY ($1) RETURNING booking_id`,
        [ids],
      );
      const reminded = rows.map(({ booking_id }) => booking_id);
      await insertEvent(run, reminded, 'server', 'reminded');
    }),

  /** True for one caller at a time for `leaseFor` milliseconds, until that `period`, such as `2026-W48`, is sent. */
  async acquireReport({ run }: Database, period: string, leaseFor: number) {
    const { count } = await run(
      `INSERT INTO booking_private.reports AS report (period, lease_ends)
       VALUES ($1, ${later('$2')})
       ON CONFLICT (period) DO UPDATE SET lease_ends = excluded.lease_ends
       WHERE report.sent_at IS NULL AND report.lease_ends <= now()`,
      [period, leaseFor],
    );
    return count > 0;
  },

  /** After the report was sent: it is not sent again. */
  async completeReport({ run }: Database, period: string) {
    await run('UPDATE booking_private.reports SET sent_at = now() WHERE period = $1', [period]);
  },

  /** What the report is drawn from. `since`: milliseconds since 1970. */
  async findReportFigures({ run }: Database, since: number) {
    const time = [new Date(since)];
    const [days, contacted, open, deliveries] = await Promise.all([
      run<{ day: string; leads: number; quarantined: number }>(
        `SELECT date_trunc('day', created_at, 'UTC') AS day, count(*) AS leads,
           count(spam_signals) AS quarantined
         FROM public.booking_requests WHERE created_at >= $1 GROUP BY day ORDER BY day`,
        time,
      ),
      run<{ created_at: string; contacted_at: string }>(
        `SELECT created_at, contacted_at FROM public.booking_requests
         JOIN booking_private.leads ON booking_id = id
         WHERE created_at >= $1 AND state <> 'new'`,
        time,
      ),
      run<{ created_at: string }>(
        `SELECT created_at FROM ${bookings} WHERE ${isNew} ORDER BY created_at LIMIT 10000`,
      ),
      run<{ channel: string; done: number; pending: number; dead: number }>(
        `SELECT channel, count(*) FILTER (WHERE state = 'done') AS done,
           count(*) FILTER (WHERE state = 'pending') AS pending,
           count(*) FILTER (WHERE state = 'dead') AS dead
         FROM ${bookings} JOIN booking_private.deliveries ON booking_id = booking.id
         WHERE booking.created_at >= $1 GROUP BY channel ORDER BY channel`,
        time,
      ),
    ]);
    return {
      // UTC dates; those without a lead are left out. `quarantined`: how many were so at first.
      days: days.rows.map(({ day, ...counts }) => ({ day: day.slice(0, 10), ...counts })),
      // Milliseconds from asked to first contacted, of those that are not new now.
      contactTimes: contacted.rows.map(
        ({ created_at, contacted_at }) => Date.parse(contacted_at) - Date.parse(created_at),
      ),
      // Asked when: the oldest 10,000 that are new now, whenever they came.
      open: open.rows.map(({ created_at }) => created_at),
      deliveries: deliveries.rows,
    };
  },
};

const bookings = 'public.booking_requests AS booking';
