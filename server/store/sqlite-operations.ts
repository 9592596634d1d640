import type { DatabaseSync } from 'node:sqlite';
import type { Booking } from '../../booking/booking.ts';
import type { Operation, Result } from './sqlite-messages.ts';
import type { Origin, StoredBooking } from './store.ts';

/** Within this time the same words, posted by the form itself, are the same booking. In milliseconds. */
const nativeRepeatWindow = 24 * 60 * 60 * 1000;

export type RunOperation = (operation: Operation) => Result;

/**
 * The store's operations on an open database, their statements prepared once. They run inside the
 * transaction of whoever calls them and throw SQLite's own errors.
 */
export function prepareOperations(database: DatabaseSync): RunOperation {
  const insert = database.prepare(
    'INSERT INTO booking_requests (created_at, name, company_name, email, request_id) VALUES (?, ?, ?, ?, ?)',
  );
  const withKey = database.prepare(
    'SELECT 1 FROM booking_requests WHERE request_id = ? AND name = ? AND company_name = ? AND email = ?',
  );
  const withWords = database.prepare(
    `SELECT 1 FROM booking_requests
     WHERE email COLLATE NOCASE = ?4 AND created_at > ?1 AND name = ?2 AND company_name = ?3 AND email = ?4 LIMIT 1`,
  );
  const list = database.prepare(
    `SELECT id, created_at, name, company_name, email, request_id FROM booking_requests
     WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);

  function isRepeat({ name, company_name, email }: Booking, origin: Origin, at: number): boolean {
    if (origin.key !== undefined) {
      return withKey.get(origin.key, name, company_name, email) !== undefined;
    }
    if (!origin.native) return false;
    return (
      withWords.get(timestamp(at - nativeRepeatWindow), name, company_name, email) !== undefined
    );
  }

  /** The look-up and the insert see the same state: a write transaction has one holder at a time. */
  function insertBookings(bookings: readonly Booking[], origin: Origin, at: number): Result {
    const fresh = bookings.filter((booking) => !isRepeat(booking, origin, at));
    for (const { name, company_name, email } of fresh) {
      insert.run(timestamp(at), name, company_name, email, origin.key ?? null);
    }
    return { repeated: fresh.length === 0 };
  }

  return (operation) => {
    switch (operation.name) {
      case 'insert':
        return insertBookings(operation.bookings, operation.origin, operation.at);
      case 'isRepeat':
        return { repeated: isRepeat(operation.booking, operation.origin, operation.at) };
      case 'list':
        return { bookings: list.all(operation.before, operation.limit).map(toBooking) };
      case 'check':
        // Writes what is there already: only a commit that reaches the disk proves that one can.
        database.exec(`PRAGMA user_version = ${version}`);
        return {};
    }
  };
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function toBooking(row: Record<string, unknown>): StoredBooking {
  return {
    id: Number(row.id),
    created_at: String(row.created_at),
    name: String(row.name),
    company_name: String(row.company_name),
    email: String(row.email),
    request_id: row.request_id === null ? null : String(row.request_id),
  };
}
