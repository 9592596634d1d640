import type { Selectable } from 'kysely';
import type { LeadAction, LeadEvent } from '../../booking/lead.ts';
import { readBookings, type StoredBooking } from './bookings.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** A row of `deliveries`. Times are ISO 8601 in UTC with milliseconds; `id` is the same for every attempt. */
export type StoredDelivery = Selectable<Tables['deliveries']>;

export interface BookingDetails {
  booking: StoredBooking;
  deliveries: StoredDelivery[];
  /** The oldest first. */
  events: LeadEvent[];
}

/** A booking with its deliveries and its history; undefined: there is none. */
export function findBooking(store: Store, id: number): Promise<BookingDetails | undefined> {
  return store.read(async (db) => {
    const query = db.selectFrom('booking_requests').where('id', '=', id);
    const [booking] = await readBookings(query);
    if (booking === undefined) return undefined;
    const deliveries = await db
      .selectFrom('deliveries')
      .where('booking_id', '=', id)
      .orderBy('channel')
      .selectAll()
      .execute();
    const events = await db
      .selectFrom('lead_events')
      .where('booking_id', '=', id)
      .orderBy('id')
      .select(['at', 'who', 'action', 'text'])
      .execute();
    return { booking, deliveries, events: events.filter(isLeadEvent) };
  });
}

const actions: readonly string[] = [
  'contacted',
  'closed',
  'reopened',
  'noted',
  'accepted',
  'replayed',
  'delivered',
  'reminded',
  'postponed',
  'returned',
  'assigned',
] satisfies LeadAction[];

/** An action of a newer version is not shown. */
function isLeadEvent(event: { action: string }): event is LeadEvent {
  return actions.includes(event.action);
}
