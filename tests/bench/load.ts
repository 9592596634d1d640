// As a program, `node tests/bench/load.ts URL KIND SECONDS` makes the load in a separate process, and prints its result
// as JSON.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { bookingFields } from '../../booking/booking.ts';
import { openDatabase } from '../../server/store/sqlite-file.ts';
import { ada } from '../support/ada.ts';
import { root, temporaryFolder } from './servers.ts';

/**
 * The kinds of load: requests of a page over 32 connections, either like a person's visits or like a frame's, which are
 * not counted, or bookings to the data interface over 64.
 */
export type LoadKind = 'pages' | 'visits' | 'frames' | 'bookings';

export interface LoadResult {
  /** The number of answers, in total and per second. */
  total: number;
  rate: number;
}

/** Sends requests for this number of seconds. Throws if one is refused or not answered. */
export async function load(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const args = [import.meta.filename, url, kind, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}

/** Inserts into the same tables and indexes, each with its own sync, without a server. */
export async function rawInserts(seconds: number): Promise<LoadResult> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'bookings.db');
  const { db } = await openDatabase(file, { create: true });
  await db.destroy();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = FULL');
  database.function('clock', { varargs: true }, (offset = 0) =>
    new Date(Date.now() + Number(offset)).toISOString(),
  );
  const insert = database.prepare(
    `INSERT INTO booking_requests (created_at, ${bookingFields.join(', ')})
     VALUES (clock(), ${bookingFields.map(() => '?').join(', ')})`,
  );
  let total = 0;
  const began = performance.now();
  for (; performance.now() - began < seconds * 1000; total++) {
    const booking = someBooking();
    insert.run(...bookingFields.map((field) => booking[field]));
  }
  const taken = (performance.now() - began) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { total, rate: total / taken };
}

function someBooking() {
  return { ...ada, email: `${randomUUID()}@bakery.example` };
}

async function send(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const destination = {
    visits: 'document',
    frames: 'iframe',
    pages: undefined,
    bookings: undefined,
  };
  const fetched = destination[kind] && {
    ...{ 'sec-fetch-dest': destination[kind], 'sec-fetch-site': 'cross-site' },
    referer: 'https://www.google.com/',
  };
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', ...fetched };
  const pages = { connections: 32, headers };
  const settings = kind === 'bookings' ? bookingsTo(new URL(url).pathname) : pages;
  const result = await autocannon({ url, duration: seconds, ...settings });
  const { '2xx': total, non2xx, errors, duration } = result;
  if (non2xx > 0 || errors > 0 || total === 0)
    throw new Error(`${total} were answered, ${non2xx} refused, and ${errors} not answered`);
  return { total, rate: total / duration };
}

/** Bookings as the page's script sends them. `base` is the path of the data interface. */
const bookingsTo = (base: string): Partial<autocannon.Options> => ({
  connections: 64,
  method: 'POST',
  requests: [
    {
      setupRequest: (request) => ({
        ...request,
        path: `${base.replace(/\/$/, '')}/booking_requests`,
        headers: {
          apikey: 'public-client-key',
          'content-type': 'application/json',
          'x-source': 'direct',
        },
        body: JSON.stringify(someBooking()),
      }),
    },
  ],
});

if (import.meta.main) {
  const [url = '', kind = '', seconds = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await send(url, kind as LoadKind, Number(seconds))));
}
