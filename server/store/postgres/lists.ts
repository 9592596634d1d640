import { bookingFields } from '../../../booking/booking.ts';
import { isoTimeOrNull, toBooking, toDelivery, waitsForAcceptance } from '../rows.ts';
import type { BookingFilter, Store } from '../store.ts';
import type { Connection } from './connection.ts';
import { bookingColumns } from './rows.ts';

/** What only reads. `text` is looked for without regard to case, as far as the database's locale knows it. */
export function postgresLists({
  run,
}: Pick<Connection, 'run'>): Pick<
  Store,
  'listBookings' | 'countBookings' | 'findBooking' | 'summarizeQuarantine'
> {
  return {
    async listBookings({ limit, before = Number.MAX_SAFE_INTEGER, ...filter }) {
      const { where, values } = conditionsOf(filter, before);
      const { rows } = await run(
        `SELECT * FROM (SELECT ${bookingColumns} FROM public.booking_requests AS booking) AS booking
         WHERE ${where} ORDER BY id DESC LIMIT ${limit}`,
        values,
      );
      return rows.map(toBooking);
    },
    async countBookings(filter = {}) {
      const { where, values } = conditionsOf(filter, Number.MAX_SAFE_INTEGER);
      const { rows } = await run(
        `SELECT count(*) FROM (SELECT ${bookingColumns} FROM public.booking_requests AS booking) AS booking
         WHERE ${where}`,
        values,
      );
      return Number(rows[0]?.count);
    },
    async summarizeQuarantine() {
      const { rows } = await run(
        `SELECT count(*), min(created_at) AS oldest FROM public.booking_requests WHERE ${waitsForAcceptance}`,
      );
      return { count: Number(rows[0]?.count), oldest: isoTimeOrNull(rows[0]?.oldest ?? null) };
    },
    async findBooking(id) {
      const [bookings, deliveries] = await Promise.all([
        run(
          `SELECT ${bookingColumns} FROM public.booking_requests AS booking WHERE booking.id = $1`,
          [id],
        ),
        run('SELECT * FROM booking_private.deliveries WHERE booking_id = $1 ORDER BY channel', [
          id,
        ]),
      ]);
      const [booking] = bookings.rows.map(toBooking);
      return booking && { booking, deliveries: deliveries.rows.map(toDelivery) };
    },
  };
}

/** Only what is asked for, so that the planner can use its index. */
function conditionsOf(filter: BookingFilter, before: number) {
  const { since, until, text, state, email, withoutQuarantined } = filter;
  const values: unknown[] = [before];
  const conditions = ['id < $1'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const words = `lower(${bookingFields.join(" || E'\\n' || ")})`;
  add(dateOf(since), (time) => `created_at >= ${time}`);
  add(dateOf(until), (time) => `created_at < ${time}`);
  add(text, (part) => `strpos(${words}, lower(${part})) > 0`);
  // By the index of those alone.
  if (state === 'quarantined') conditions.push(waitsForAcceptance);
  else add(state, (name) => `booking_state = ${name}`);
  if (withoutQuarantined) conditions.push(`NOT ${waitsForAcceptance}`);
  add(email, (address) => `lower(email) = lower(${address})`);
  return { where: conditions.join(' AND '), values };
}

function dateOf(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}
