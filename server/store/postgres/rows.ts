import { bookingFields } from '../../../booking/booking.ts';
import { waitsForAcceptance } from '../rows.ts';

/** The columns that `toBooking` reads, of `booking_requests` under the name `booking`. */
export const bookingColumns = `booking.id, booking.created_at, ${bookingFields.join(', ')}, request_id,
  spam_signals, accepted_at,
  CASE WHEN ${waitsForAcceptance} THEN 'quarantined' ELSE (
   SELECT CASE WHEN bool_or(state = 'dead') THEN 'dead' WHEN bool_or(state = 'pending') THEN 'pending'
     WHEN count(*) > 0 THEN 'done' ELSE 'none' END
   FROM booking_private.deliveries WHERE booking_id = booking.id) END AS booking_state`;
