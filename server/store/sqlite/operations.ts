import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Booking, bookingFields } from '../../../booking/booking.ts';
import type { ChannelName } from '../delivery.ts';
import { spamSignalsText, valuesOf, waitsForAcceptance } from '../rows.ts';
import { type NewBooking, nativeRepeatWindow, type Origin } from '../store.ts';
import { applicationId } from './database.ts';
import { prepareDeliveries } from './deliveries.ts';
import { prepareErasure } from './erasure.ts';
import { prepareLists } from './lists.ts';
import type { Operation, Result } from './messages.ts';
import { timestamp } from './rows.ts';

export type RunOperation = (operation: Operation) => Result;

/**
 * The store's operations on an open database, their statements prepared once. They run inside the
 * transaction of whoever calls them and throw SQLite's own errors.
 */
export function prepareOperations(database: DatabaseSync): RunOperation {
  const deliveries = prepareDeliveries(database);
  const lists = prepareLists(database);
  const erase = prepareErasure(database, tombstoneOf);
  const insert = database.prepare(
    `INSERT INTO booking_requests (created_at, request_id, spam_signals, filed, ${bookingFields.join(', ')})
     VALUES (?, ?, ?, 0, ${bookingFields.map(() => '?').join(', ')})`,
  );
  const withKey = database.prepare(inBothIndexes(`request_id = ?1 AND ${sameWords(2)}`));
  const words = `email COLLATE NOCASE = ?3 AND created_at > ?1
    AND (?2 OR NOT ${waitsForAcceptance}) AND ${sameWords(4)}`;
  const withWords = {
    'in whatever way': database.prepare(inBothIndexes(words)),
    'without a key': database.prepare(inBothIndexes(`request_id IS NULL AND ${words}`)),
  };
  const erased = database.prepare('SELECT 1 FROM tombstones WHERE hash = ?');

  function isRepeat(booking: NewBooking, { key, native }: Origin, at: number): boolean {
    if (key === undefined) return native === true && hasWords(booking, 'in whatever way', at);
    return (
      withKey.get(key, ...valuesOf(booking)) !== undefined ||
      erased.get(tombstoneOf(key, booking)) !== undefined ||
      hasWords(booking, 'without a key', at)
    );
  }

  function hasWords(booking: NewBooking, came: keyof typeof withWords, at: number): boolean {
    const since = timestamp(at - nativeRepeatWindow);
    const quarantined = Number(spamSignalsText(booking) !== null);
    return (
      withWords[came].get(since, quarantined, booking.email, ...valuesOf(booking)) !== undefined
    );
  }

  /** The look-up and the insert see the same state: a write transaction has one holder at a time. */
  function insertBookings(
    bookings: readonly NewBooking[],
    origin: Origin,
    channels: readonly ChannelName[],
    at: number,
  ): Result {
    const fresh = bookings.filter((booking) => !isRepeat(booking, origin, at));
    for (const booking of fresh) {
      const spam_signals = spamSignalsText(booking);
      const { lastInsertRowid } = insert.run(
        timestamp(at),
        origin.key ?? null,
        spam_signals,
        ...valuesOf(booking),
      );
      if (spam_signals !== null) continue;
      for (const channel of channels) deliveries.add(Number(lastInsertRowid), channel, at);
    }
    return { repeated: fresh.length === 0 };
  }

  return (operation) => {
    switch (operation.name) {
      case 'insert':
        return insertBookings(
          operation.bookings,
          operation.origin,
          operation.channels,
          operation.at,
        );
      case 'list':
        return lists.list(operation.limit, operation.before, operation.filter);
      case 'count':
        return lists.count(operation.filter);
      case 'find':
        return lists.find(operation.id);
      case 'acquired':
        return deliveries.acquired(operation.channel, operation.leaseFor, operation.at);
      case 'settle':
        return deliveries.settle(operation.hold, operation.outcome, operation.at);
      case 'retryUnavailable':
        return deliveries.retryUnavailable(operation.channel, operation.limit, operation.at);
      case 'replay':
        return deliveries.replay(operation.booking, operation.at);
      case 'finish':
        return deliveries.finish(operation.booking, operation.at);
      case 'accept':
        return deliveries.accept(operation.booking, operation.at);
      case 'erase':
        return erase(operation.which, operation.limit, operation.at);
      case 'summarize':
        return deliveries.summarize();
      case 'quarantined':
        return lists.quarantined();
      case 'check':
        // Writes what is there already: only a commit that reaches the disk proves that one can.
        database.exec(`PRAGMA application_id = ${applicationId}`);
        return {};
    }
  };
}

/** Bookings that are not filed yet are in indexes of their own (database/sqlite/0003 and 0005). */
function inBothIndexes(condition: string): string {
  const from = 'SELECT 1 FROM booking_requests WHERE filed =';
  return `${from} 0 AND ${condition} UNION ALL ${from} 1 AND ${condition} LIMIT 1`;
}

/** That a row has the words that are bound from this parameter on. */
function sameWords(first: number): string {
  return bookingFields.map((field, index) => `${field} = ?${first + index}`).join(' AND ');
}

/** The key is random, so nobody can find the words by trying. */
function tombstoneOf(key: string, booking: Booking): string {
  return createHash('sha256')
    .update([key, ...valuesOf(booking)].join('\n'))
    .digest('hex');
}
