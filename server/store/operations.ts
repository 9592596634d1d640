import { bookingOperations } from './bookings.ts';
import type { Database } from './database.ts';
import { deliveryOperations, outboxOperations } from './deliveries.ts';
import { leadChanges, leadOperations } from './leads.ts';
import { reminderOperations } from './reminders.ts';
import { sessionOperations } from './sessions.ts';

/** The operations that are the same on each engine. */
export function operationsOn(database: Database) {
  return {
    ...bookingOperations(database),
    ...outboxOperations(database),
    ...deliveryOperations(database),
    ...leadOperations(database),
    ...leadChanges(database),
    ...reminderOperations(database),
    ...sessionOperations(database),
  };
}
