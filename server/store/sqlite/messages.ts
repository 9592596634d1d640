import type {
  AcquiredDelivery,
  ChannelName,
  ChannelSummary,
  Erasure,
  Outcome,
  StoredDelivery,
} from '../delivery.ts';
import type {
  BookingFilter,
  NewBooking,
  Origin,
  QuarantineSummary,
  StoredBooking,
} from '../store.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  file: string;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout: number;
}

/** Which delivery, and by which right. */
export interface Hold {
  booking: number;
  channel: ChannelName;
  lease: string;
}

/** `at` is the time of the request in milliseconds since 1970: the worker has no clock of its own. */
export type Operation =
  | {
      name: 'insert';
      bookings: readonly NewBooking[];
      origin: Origin;
      channels: readonly ChannelName[];
      at: number;
    }
  | { name: 'list'; limit: number; before: number; filter: BookingFilter }
  | { name: 'count'; filter: BookingFilter }
  | { name: 'find'; id: number }
  | { name: 'acquired'; channel: ChannelName; leaseFor: number; at: number }
  | { name: 'settle'; hold: Hold; outcome: Outcome; at: number }
  | { name: 'retryUnavailable'; channel: ChannelName; limit: number; at: number }
  | { name: 'replay'; booking: number | undefined; at: number }
  | { name: 'finish'; booking: number | undefined; at: number }
  | { name: 'accept'; booking: number; at: number }
  | { name: 'erase'; which: Erasure; limit: number; at: number }
  | { name: 'summarize' }
  | { name: 'quarantined' }
  | { name: 'check' };

/** What operations give; each fills what it is asked for. */
export interface Result {
  repeated?: boolean;
  bookings?: StoredBooking[];
  deliveries?: StoredDelivery[];
  acquired?: AcquiredDelivery;
  held?: boolean;
  accepted?: boolean;
  count?: number;
  undelivered?: number;
  channels?: ChannelSummary[];
  quarantined?: QuarantineSummary;
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
