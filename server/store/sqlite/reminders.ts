import type { DatabaseSync } from 'node:sqlite';
import { isNew, toFigures, toLead } from '../lead-rows.ts';
import { toWaiting } from '../rows.ts';
import type { SyncOperations } from '../store.ts';
import { timestamp } from './database.ts';
import { isOneOf } from './deliveries.ts';
import { bumpRevision, prepareEventInsert } from './lead-events.ts';
import { selectLeads } from './leads.ts';

/** The store's operations on reminders and reports. `now`: milliseconds since 1970. */
export function reminderOperations(database: DatabaseSync, now: () => number) {
  const record = prepareEventInsert(database, now);

  return {
    summarizeOverdue(askedBefore) {
      const sql = `SELECT count(*) AS count, min(created_at) AS oldest
        FROM booking_requests AS booking WHERE created_at < ? AND ${isNew('leads')}`;
      return toWaiting(database.prepare(sql).get(timestamp(askedBefore)));
    },

    acquireReminders(askedBefore, limit, leaseFor) {
      const sql = `${selectLeads} WHERE created_at < ?1 AND ${isNew('leads')}
          AND reminded_at IS NULL AND coalesce(reminder_lease_ends <= ?2, true)
        ORDER BY created_at, booking.id LIMIT ?3`;
      const time = timestamp(now());
      const leads = database.prepare(sql).all(timestamp(askedBefore), time, limit).map(toLead);
      const lease = database.prepare(
        `INSERT INTO leads (booking_id, reminder_lease_ends) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET reminder_lease_ends = excluded.reminder_lease_ends`,
      );
      for (const { id } of leads) lease.run(id, timestamp(now() + leaseFor));
      return leads;
    },

    completeReminders(ids) {
      const sql = `UPDATE leads SET reminded_at = ?1, reminder_lease_ends = NULL
        WHERE reminded_at IS NULL AND ${isOneOf('booking_id')} RETURNING booking_id`;
      const rows = database.prepare(sql).all(timestamp(now()), JSON.stringify(ids));
      for (const { booking_id } of rows) record(Number(booking_id), 'server', 'reminded');
      if (rows.length > 0) bumpRevision(database);
    },

    acquireReport(period, leaseFor) {
      const sql = `INSERT INTO reports (period, lease_ends) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET lease_ends = excluded.lease_ends
        WHERE sent_at IS NULL AND lease_ends <= ?`;
      const [end, time] = [timestamp(now() + leaseFor), timestamp(now())];
      return database.prepare(sql).run(period, end, time).changes > 0;
    },

    completeReport(period) {
      const sql = 'UPDATE reports SET sent_at = ? WHERE period = ?';
      database.prepare(sql).run(timestamp(now()), period);
    },

    reportFigures(since) {
      const rows = (sql: string) => database.prepare(sql).all({ since: timestamp(since) });
      return toFigures({
        days: rows(
          `SELECT substr(created_at, 1, 10) AS day, count(*) AS leads, count(spam_signals) AS quarantined
           FROM booking_requests WHERE created_at >= $since GROUP BY day ORDER BY day`,
        ),
        contacted: rows(
          `SELECT created_at, contacted_at FROM booking_requests JOIN leads ON booking_id = id
           WHERE created_at >= $since AND state <> 'new'`,
        ),
        open: database
          .prepare(
            `SELECT created_at FROM booking_requests AS booking WHERE ${isNew('leads')}
             ORDER BY created_at LIMIT 10000`,
          )
          .all(),
        deliveries: rows(
          `SELECT channel, sum(state = 'done') AS done, sum(state = 'pending') AS pending,
             sum(state = 'dead') AS dead
           FROM booking_requests AS booking JOIN deliveries ON booking_id = booking.id
           WHERE booking.created_at >= $since GROUP BY channel ORDER BY channel`,
        ),
      });
    },
  } satisfies Partial<SyncOperations>;
}
