import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { databaseFile } from '../../server/store/sqlite-file.ts';

/** A row of `booking_requests` on disk. Times are milliseconds since 1970. */
export interface Row {
  id: number;
  email: string;
  state: string;
  repeats: number;
  isDispatched: boolean;
}

/** A row of `deliveries` on disk. */
export interface DeliveryRow {
  key: string;
  booking: number;
  channel: string;
  state: string;
  nextAt: number;
}

export const keyOf = (booking: number, channel: string) => `${booking} ${channel}`;

/** Another program on the database. It sees committed rows, and inserts its own. */
export function openObserver(folder: string, clock: () => number) {
  const database = new DatabaseSync(databaseFile(folder));
  const iso = (offset: unknown) => new Date(clock() + Number(offset ?? 0)).toISOString();
  database.function('clock', { varargs: true }, iso);
  const version = database.prepare('PRAGMA data_version');
  const select = 'SELECT id, email, state, repeats, dispatched_at FROM booking_requests';
  const selectRows = database.prepare(select);
  const selectRow = database.prepare(`${select} WHERE id = ?`);
  const selectDeliveries = database.prepare(
    'SELECT booking_id, channel, state, next_at FROM deliveries',
  );
  const selectLease = database.prepare(
    'SELECT lease FROM deliveries WHERE booking_id = ? AND channel = ?',
  );
  const selectErased = database.prepare('SELECT booking_id FROM erased');
  const insert = database.prepare(
    'INSERT INTO booking_requests (created_at, name, company_name, email) VALUES (clock(), ?, ?, ?)',
  );
  let inserted = 0;
  return {
    /** A text that changes with each commit of another connection. */
    version: () => `${version.get()?.data_version} ${inserted}`,
    rows: () => selectRows.all().map(rowOf),
    row(id: number): Row | undefined {
      const row = selectRow.get(id);
      return row && rowOf(row);
    },
    deliveries: () => selectDeliveries.all().map(deliveryOf),
    isLeased: (id: number, channel: string) => selectLease.get(id, channel)?.lease != null,
    erased: () => new Set(selectErased.all().map((row) => Number(row.booking_id))),
    insert(name: string, company: string, email: string) {
      insert.run(name, company, email);
      inserted += 1;
    },
    close: () => database.close(),
  };
}

type Columns = Record<string, SQLOutputValue>;

function rowOf({ id, email, state, repeats, dispatched_at }: Columns): Row {
  return {
    id: Number(id),
    email: String(email),
    state: String(state),
    repeats: Number(repeats),
    isDispatched: dispatched_at !== null,
  };
}

function deliveryOf(row: Columns): DeliveryRow {
  return {
    key: keyOf(Number(row.booking_id), String(row.channel)),
    booking: Number(row.booking_id),
    channel: String(row.channel),
    state: String(row.state),
    nextAt: Date.parse(String(row.next_at)),
  };
}

export type Observer = ReturnType<typeof openObserver>;
