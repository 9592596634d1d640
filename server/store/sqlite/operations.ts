import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ChannelName } from '../delivery.ts';
import { isoTimeOrNull, probeBooking } from '../rows.ts';
import type { OperationName, SyncOperations } from '../store.ts';
import { bookingOperations } from './bookings.ts';
import { timestamp } from './database.ts';
import { deliveryOperations } from './deliveries.ts';
import { leadOperations } from './leads.ts';
import { reminderOperations } from './reminders.ts';
import { sessionOperations } from './sessions.ts';

/** All operations, and which of them need the lock for writing. */
export const access: Readonly<Record<OperationName, 'read' | 'write'>> = {
  insertBookings: 'write',
  listBookings: 'read',
  countBookings: 'read',
  findBooking: 'read',
  summarizeQuarantine: 'read',
  eraseBookings: 'write',
  acquireDelivery: 'write',
  renewLease: 'write',
  completeDelivery: 'write',
  retryUnavailable: 'write',
  replayDeliveries: 'write',
  markDeliveriesDone: 'write',
  acceptBooking: 'write',
  summarizeDeliveries: 'read',
  recordCopy: 'write',
  listCopies: 'read',
  findSecret: 'read',
  findRetention: 'read',
  recordRetention: 'write',
  listLeads: 'read',
  countLeads: 'read',
  findLead: 'read',
  changeLead: 'write',
  readLead: 'write',
  recordLeadAction: 'write',
  leadRevision: 'read',
  summarizeOverdue: 'read',
  acquireReminders: 'write',
  completeReminders: 'write',
  acquireReport: 'write',
  completeReport: 'write',
  reportFigures: 'read',
  insertLink: 'write',
  redeemLink: 'write',
  findSession: 'read',
  listSessions: 'read',
  endSessions: 'write',
  check: 'write',
};

/** They throw SQLite's own errors. */
export function operationsOn(
  database: DatabaseSync,
  file: string,
  channels: readonly ChannelName[],
  now: () => number,
): SyncOperations {
  const write = database.prepare('INSERT OR REPLACE INTO timestamps VALUES (?, ?)');
  const remember = (name: 'check' | 'repeat' | 'retention') =>
    void write.run(name, timestamp(now()));
  const bookings = bookingOperations(database, channels, now, remember);
  return {
    ...bookings,
    ...deliveryOperations(database, channels, now),
    ...leadOperations(database, now),
    ...reminderOperations(database, now),
    ...sessionOperations(database, now),
    recordCopy(copy) {
      database.prepare('INSERT OR REPLACE INTO copies VALUES (?, ?)').run(copy, timestamp(now()));
    },
    listCopies() {
      const rows = database.prepare('SELECT * FROM copies ORDER BY file').all();
      return rows.map((row) => ({ file: String(row.file), written_at: String(row.written_at) }));
    },
    findSecret: () => String(database.prepare('SELECT secret FROM installation').get()?.secret),
    findRetention() {
      const found = database.prepare(
        `SELECT coalesce((SELECT at FROM timestamps WHERE name = 'retention'),
          (SELECT max(created_at) FROM booking_requests)) AS at`,
      );
      return isoTimeOrNull(found.get()?.at);
    },
    recordRetention: () => remember('retention'),
    check() {
      const { bavail, bsize } = statfsSync(path.dirname(file));
      if (bavail * bsize < minimumFreeSpace) throw new Error(`The disk of ${file} is full`);
      database.exec('SAVEPOINT probe');
      const email = `probe@${randomUUID()}.invalid`;
      bookings.insertBookings([{ ...probeBooking, email }], { key: randomUUID() });
      database.exec('ROLLBACK TO probe; RELEASE probe');
      remember('check');
    },
  };
}

/** With less room on the disk, in bytes, a booking may not find what it and its log need. */
const minimumFreeSpace = 4 * 1024 * 1024;
