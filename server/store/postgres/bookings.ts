import { bookingFields } from '../../../booking/booking.ts';
import type { Dialect, Run } from '../database.ts';
import { givesUpAfter } from '../delivery.ts';
import { isQuarantined, spamSignalsText } from '../rows.ts';
import type { Store } from '../store.ts';

const fields = bookingFields.join(', ');

const now = 'coalesce($1::timestamptz, now())';

/** PostgreSQL's words for the statements that both engines share. */
export const dialect: Dialect = {
  now,
  later: (milliseconds) => `${now} + ${milliseconds} * interval '1 millisecond'`,
  bookings: `(SELECT booking.id, booking.created_at, ${fields}, request_id, language, spam_signals, accepted_at,
    CASE WHEN ${isQuarantined} THEN 'quarantined' ELSE (
      SELECT CASE WHEN bool_or(state = 'dead') THEN 'dead' WHEN bool_or(state = 'pending') THEN 'pending'
        WHEN count(*) > 0 THEN 'done' ELSE 'none' END
      FROM booking_private.deliveries WHERE booking_id = booking.id) END AS booking_state
    FROM public.booking_requests AS booking)`,
  requestHash: 'request_hash',
  isOneOf: (value, list) => `${value} = ANY(${list})`,
  // By the database's locale.
  contains: (text, part) => `strpos(lower(${text}), lower(${part})) > 0`,
  isEmail: (address) => `lower(email) = lower(${address})`,
  createdAt: 'created_at',
  day: "to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
  lock: (clause) => clause,
};

/** Stores bookings. `time` gives the time, or null for the database's own clock. */
export function insertBookingsOn(run: Run, time: () => Date | null): Store['insertBookings'] {
  return async (bookings, { key = null, native = false, language = null } = {}) => {
    const rows = bookings.map((one) => ({ ...one, spam_signals: spamSignalsText(one) }));
    const { count } = await run(insert, [time(), JSON.stringify(rows), key, native, language]);
    return { repeated: count === 0 };
  };
}

/**
 * The database's triggers drop a repeat, and make the deliveries of what is not quarantined.
 * `synchronous_commit` off would acknowledge a booking before it is on disk.
 */
const insert = `INSERT INTO public.booking_requests (created_at, ${fields}, spam_signals, request_id, native_post, language)
  SELECT ${now}, ${fields}, spam_signals, $3::uuid, $4::boolean, $5
  FROM json_populate_recordset(NULL::public.booking_requests, $2::json),
    (SELECT set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)) AS on_disk`;

/**
 * Adds the deliveries by the channel $2 of at most 100 bookings from before it was added, unless they
 * reached the provider by another one. The lock on a booking keeps it from being erased meanwhile.
 */
export const backfill = `WITH channel AS MATERIALIZED (
    SELECT backfill_after FROM booking_private.channels
    WHERE channel = $2 AND backfill_after IS NOT NULL FOR UPDATE SKIP LOCKED),
  batch AS MATERIALIZED (
    SELECT id, ${isQuarantined} OR EXISTS (SELECT FROM booking_private.deliveries
      WHERE booking_id = booking.id AND state = 'done') AS needs_none
    FROM public.booking_requests AS booking WHERE id > (SELECT backfill_after FROM channel)
    ORDER BY id LIMIT 100 FOR KEY SHARE),
  added AS (
    INSERT INTO booking_private.deliveries (booking_id, channel, created_at, next_at, give_up_at)
    SELECT id, $2, ${now}, ${now}, ${now} + interval '${givesUpAfter} milliseconds'
    FROM batch WHERE NOT needs_none ON CONFLICT DO NOTHING)
  UPDATE booking_private.channels AS updated
  SET backfill_after = (SELECT CASE WHEN count(*) = 100 THEN max(id) END FROM batch)
  FROM channel WHERE updated.channel = $2 AND updated.backfill_after = channel.backfill_after`;
