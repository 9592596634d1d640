// Also a program, node tests/bench/load.ts URL KIND SECONDS, so that the load comes from a process
// of its own: it prints its result as JSON.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { bookingFields } from '../../booking/booking.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { ada } from '../support/ada.ts';
import { percentile } from './ratio.ts';
import { root, temporaryFolder } from './servers.ts';

/** Requests of pages over 32 connections, or bookings over 64. */
export type LoadKind = 'pages' | 'bookings of one address' | 'bookings of as many addresses';

export interface LoadResult {
  /** How many were answered, in all and in a second. */
  total: number;
  rate: number;
  /** The time, in milliseconds, within which 99 of 100 were answered. */
  p99: number;
}

/** Sends requests for so many seconds. Throws when one is refused or not answered. */
export async function load(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const args = [import.meta.filename, url, kind, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}

/** Inserts into the same tables and indexes, each synced by itself, with no server. */
export function rawInserts(kind: LoadKind, seconds: number): LoadResult {
  const folder = temporaryFolder();
  const database = openDatabase(path.join(folder, 'bookings.db'), 1000);
  const insert = database.prepare(
    `INSERT INTO booking_requests (created_at, request_id, ${bookingFields.join(', ')})
     VALUES (?, ?, ${bookingFields.map(() => '?').join(', ')})`,
  );
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const booking = { ...ada, email: emailOf(kind) };
    const start = performance.now();
    insert.run(
      new Date().toISOString(),
      randomUUID(),
      ...bookingFields.map((field) => booking[field]),
    );
    times.push(performance.now() - start);
  }
  const taken = (performance.now() - began) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { total: times.length, rate: times.length / taken, p99: percentile(times, 99) };
}

function emailOf(kind: LoadKind): string {
  return kind === 'bookings of one address' ? ada.email : `${randomUUID()}@bakery.example`;
}

async function send(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const pages = { connections: 32, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };
  const times: number[] = [];
  const result = await autocannon({
    url,
    duration: seconds,
    ...(kind === 'pages' ? pages : bookings(kind)),
    // The times in autocannon's own result are whole milliseconds.
    setupClient: (client) =>
      client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds)),
  });
  if (result.non2xx > 0 || result.errors > 0 || times.length === 0) {
    throw new Error(
      `Of ${times.length} answered requests ${result.non2xx} were refused; ${result.errors} were not answered`,
    );
  }
  const rate = times.length / result.duration;
  return { total: times.length, rate, p99: percentile(times, 99) };
}

/** As the page's script sends them, each with a key of its own. */
function bookings(kind: LoadKind): Partial<autocannon.Options> {
  return {
    connections: 64,
    method: 'POST',
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: '/rest/v1/booking_requests',
          headers: {
            apikey: 'public-client-key',
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ ...ada, email: emailOf(kind) }),
        }),
      },
    ],
  };
}

if (import.meta.main) {
  const [url = '', kind = '', seconds = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await send(url, kind as LoadKind, Number(seconds))));
}
