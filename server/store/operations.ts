import { bookingOperations } from './bookings.ts';
import type { Database } from './database.ts';
import { deliveryOperations } from './deliveries.ts';
import { leadOperations } from './leads.ts';
import { reminderOperations } from './reminders.ts';
import { sessionOperations } from './sessions.ts';

/** All that is done with what is stored, by name. What only reads is called list, count, find or summarize. */
const operations = {
  insertBookings: (
    { insertBookings }: Database,
    ...values: Parameters<Database['insertBookings']>
  ) => insertBookings(...values),
  check: ({ check }: Database) => check(),
  ...bookingOperations,
  ...deliveryOperations,
  ...leadOperations,
  ...reminderOperations,
  ...sessionOperations,
};

export type OperationName = keyof typeof operations;

type AnyOperation = (database: Database, ...values: readonly unknown[]) => Promise<unknown>;

/** The operations on one database. */
export type Operations = {
  [Name in OperationName]: (typeof operations)[Name] extends (
    database: Database,
    ...values: infer Values
  ) => infer Result
    ? (...values: Values) => Result
    : never;
};

/** Whether it needs no lock for writing. */
export function onlyReads(name: OperationName): boolean {
  return /^(list|count|find|summarize)/.test(name);
}

/** Calls an operation with its arguments, which the types of `Operations` made sure of. */
export function callOn(database: Database, name: OperationName, values: readonly unknown[]) {
  const operation = operations[name] as AnyOperation;
  return operation(database, ...values);
}

/** All operations, each made of `call` by its name. */
export function operationsBy(
  call: (name: OperationName, values: unknown[]) => Promise<unknown>,
): Operations {
  const names = Object.keys(operations) as OperationName[];
  const calls = names.map((name) => [name, (...values: unknown[]) => call(name, values)]);
  return Object.fromEntries(calls) as Operations;
}
