import type { Booking } from '../../booking/booking.ts';
import type { Origin, StoredBooking } from './store.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  file: string;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout: number;
}

/** `at` is the time of the request in milliseconds since 1970: the worker has no clock of its own. */
export type Operation =
  | { name: 'insert'; bookings: readonly Booking[]; origin: Origin; at: number }
  | { name: 'isRepeat'; booking: Booking; origin: Origin; at: number }
  | { name: 'list'; limit: number; before: number }
  | { name: 'check' };

/** What operations give; each fills what it is asked for. */
export interface Result {
  repeated?: boolean;
  bookings?: StoredBooking[];
}

export interface Request {
  id: number;
  operation: Operation;
}

/** `unavailable`: the database's fault. Otherwise the request's own, and the others are not touched. */
export type Answer = { id: number } & (
  | { result: Result }
  | { error: string; unavailable: boolean }
);

export type ToWorker = Request | 'close';

export type FromWorker = 'opened' | { refused: string } | { answers: Answer[] };
