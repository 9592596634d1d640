import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Dialect, Run } from '../database.ts';
import type { ChannelName } from '../delivery.ts';
import { operationsOn } from '../operations.ts';
import { allFields, probeBooking } from '../rows.ts';
import type { OperationName, Store } from '../store.ts';
import { insertBookingsOn, laterDeliveries, sha256 } from './bookings.ts';

/** All operations, and which of them need the lock for writing. */
export const access: Readonly<Record<OperationName, 'read' | 'write'>> = {
  insertBookings: 'write',
  listBookings: 'read',
  countBookings: 'read',
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

/** They throw SQLite's own errors, and await nothing but each other. `now`: milliseconds since 1970. */
export function sqliteOperations(
  database: DatabaseSync,
  file: string,
  channels: readonly ChannelName[],
  now: () => number,
): Pick<Store, OperationName> {
  const write = database.prepare('INSERT OR REPLACE INTO timestamps VALUES (?, ?)');
  const remember = (name: 'check' | 'repeat') =>
    void write.run(name, new Date(now()).toISOString());
  const insertBookings = insertBookingsOn(database, channels, now, remember);
  const run = runOn(database);
  return {
    ...operationsOn({
      run,
      // Each operation is in a transaction already.
      transaction: (work) => work(run),
      now: () => new Date(now()),
      sql: dialect,
      channels,
      ...laterDeliveries(database, run, channels, now),
    }),
    insertBookings,
    async check() {
      const { bavail, bsize } = statfsSync(path.dirname(file));
      if (bavail * bsize < minimumFreeSpace) throw new Error(`The disk of ${file} is full`);
      database.exec('SAVEPOINT probe');
      const email = `probe@${randomUUID()}.invalid`;
      await insertBookings([{ ...probeBooking, email }], { key: randomUUID() });
      database.exec('ROLLBACK TO probe; RELEASE probe');
      remember('check');
    },
  };
}

/** With less room on the disk, in bytes, a booking may not find what it and its log need. */
const minimumFreeSpace = 4 * 1024 * 1024;

/** SQLite's words for the statements that both engines share. */
const dialect: Dialect = {
  now: '$1',
  later: (milliseconds) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', $1, (${milliseconds} / 1000.0) || ' seconds')`,
  bookings: 'bookings',
  requestHash: `sha256(request_id || '\n' || ${allFields})`,
  isOneOf: (value, list) => `${value} IN (SELECT value FROM json_each(${list}))`,
  contains: (text, part) => `instr(lowercase(${text}), lowercase(${part})) > 0`,
  isEmail: (address) => `email = ${address} COLLATE NOCASE`,
  // With the plus SQLite goes by the ids, in which a list is ordered, and sorts nothing.
  createdAt: '+created_at',
  day: 'substr(created_at, 1, 10)',
  lock: () => '',
};

/** Runs the statements that both engines share, each prepared once. SQLite has no schemas. */
function runOn(database: DatabaseSync): Run {
  database.function('sha256', { deterministic: true }, (text) => sha256(String(text)));
  // SQLite's own `lower` knows ASCII alone.
  database.function('lowercase', { deterministic: true }, (text) => String(text).toLowerCase());
  const prepare = (sql: string) =>
    database.prepare(
      sql.replaceAll(/\b(public|booking_private)\./g, '').replaceAll(/\$(\d)/g, '?$1'),
    );
  const statements = new Map<string, StatementSync>();
  return async (sql, values = []) => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    const parameters = values.map(toSql);
    if (statement.columns().length > 0) {
      const rows = statement.all(...parameters);
      return { rows, count: rows.length };
    }
    return { rows: [], count: Number(statement.run(...parameters).changes) };
  };
}

function toSql(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value;
  return JSON.stringify(value);
}
