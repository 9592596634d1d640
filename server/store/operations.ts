import { bookingOperations } from './bookings.ts';
import type { Database } from './database.ts';
import { deliveryOperations } from './deliveries.ts';
import { leadOperations } from './leads.ts';
import { reminderOperations } from './reminders.ts';
import { sessionOperations } from './sessions.ts';

/** The operations that are the same on each engine. */
export function operationsOn(database: Database) {
  return {
    ...bookingOperations(database),
    ...deliveryOperations(database),
    ...leadOperations(database),
    ...reminderOperations(database),
    ...sessionOperations(database),
  };
}
