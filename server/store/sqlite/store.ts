import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ChannelName } from '../delivery.ts';
import { DatabaseError, type Store } from '../store.ts';
import { startThread, type Thread } from './thread.ts';

export interface SqliteOptions {
  /** The folder of the database; made with mode 0700 where it is missing. */
  folder: string;
  /** The channels for which a new booking gets a delivery. */
  channels?: readonly ChannelName[];
  /** How many requests may wait; more are refused with `StoreOverloaded`. */
  queueLimit?: number;
  /** How long to wait for another program's lock, in milliseconds. */
  busyTimeout?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Told of every crash of the database's thread, which is then started again. */
  onCrash?: (error: Error) => void;
}

/** The file of the database in its folder. */
export function databaseFile(folder: string): string {
  return path.join(folder, 'bookings.db');
}

/**
 * The store in one SQLite file. Throws `DatabaseRefused`, with a sentence for the operator, when
 * the folder cannot be used or the file is not ours, damaged or written by a newer version.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const {
    folder,
    channels = [],
    queueLimit = 1000,
    busyTimeout = 4000,
    now = Date.now,
    onCrash = () => {},
  } = options;
  await makeFolder(folder);
  const thread = await startThread(
    { file: databaseFile(folder), busyTimeout },
    queueLimit,
    onCrash,
  );
  return storeOn(thread, channels, now);
}

function storeOn(thread: Thread, channels: readonly ChannelName[], now: () => number): Store {
  return {
    async insertBookings(bookings, origin = {}) {
      const { repeated = false } = await thread.ask({
        name: 'insert',
        bookings,
        origin,
        channels,
        at: now(),
      });
      return { repeated };
    },
    async listBookings({ limit, before = Number.MAX_SAFE_INTEGER, ...filter }) {
      const { bookings = [] } = await thread.ask({ name: 'list', limit, before, filter });
      return bookings;
    },
    async countBookings(filter = {}) {
      const { count = 0 } = await thread.ask({ name: 'count', filter });
      return count;
    },
    async findBooking(id) {
      const { bookings: [booking] = [], deliveries = [] } = await thread.ask({ name: 'find', id });
      return booking && { booking, deliveries };
    },
    async acquireDelivery(channel, leaseFor) {
      const { acquired } = await thread.ask({ name: 'acquired', channel, leaseFor, at: now() });
      return acquired;
    },
    async completeDelivery({ delivery: { booking_id: booking, channel }, lease }, outcome) {
      const hold = { booking, channel, lease };
      const { held = false } = await thread.ask({ name: 'settle', hold, outcome, at: now() });
      return held;
    },
    async retryUnavailable(channel, limit) {
      const { count = 0 } = await thread.ask({
        name: 'retryUnavailable',
        channel,
        limit,
        at: now(),
      });
      return count;
    },
    async replayDeliveries(which) {
      const booking = which === 'dead' ? undefined : which.booking;
      const { count = 0 } = await thread.ask({ name: 'replay', booking, at: now() });
      return count;
    },
    async markDeliveriesDone(which) {
      const booking = which === 'dead' ? undefined : which.booking;
      const { count = 0 } = await thread.ask({ name: 'finish', booking, at: now() });
      return count;
    },
    async acceptBooking(booking) {
      const { accepted = false, count: due = 0 } = await thread.ask({
        name: 'accept',
        booking,
        at: now(),
      });
      return { accepted, due };
    },
    async summarizeQuarantine() {
      const { quarantined = { count: 0, oldest: null } } = await thread.ask({
        name: 'quarantined',
      });
      return quarantined;
    },
    async eraseBookings(which, limit) {
      const { count: erased = 0, undelivered = 0 } = await thread.ask({
        name: 'erase',
        which,
        limit,
        at: now(),
      });
      return { erased, undelivered };
    },
    async summarizeDeliveries() {
      const { channels = [] } = await thread.ask({ name: 'summarize' });
      return channels;
    },
    // Another program's deliveries are found by looking again.
    listen() {},
    async check() {
      await thread.ask({ name: 'check' });
    },
    close: () => thread.close(),
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await makeMissing(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(
      `The folder ${folder} cannot be made: ${reason}. Set DATA_DIR to one that can.`,
    );
  }
}

/** Step by step: Node's own `recursive` tries for ever where the parent is there and takes none, as /proc. */
async function makeMissing(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error('there is a file of that name');
  await makeMissing(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
