import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { bookingFields } from '../../booking/booking.ts';
import { openDatabase } from '../../server/store/sqlite-database.ts';
import { ada } from '../support/ada.ts';
import type { Running } from './processes.ts';

/**
 * Requests over 32 connections, as a browser would ask, for each second of the server's processor:
 * the load may be the slower side, and by the clock both servers would look alike. By the clock
 * where the processor's time is not known. Throws when a request is not answered with 200.
 */
export async function getRate(server: Running, path: string, seconds: number): Promise<number> {
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const before = server.processor();
  const result = await autocannon({
    url: server.url + path,
    duration: seconds,
    connections: 32,
    headers,
  });
  const after = server.processor();
  const rate = rateOf(result);
  return before === undefined || after === undefined
    ? rate
    : result.requests.total / (after - before);
}

/** Bookings a second over 64 connections, each with a key of its own. Throws when one is refused. */
export async function postRate(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/rest/v1/booking_requests`,
    duration: seconds,
    connections: 64,
    method: 'POST',
    body: JSON.stringify(ada),
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: {
            apikey: 'public-client-key',
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
        }),
      },
    ],
  });
  return rateOf(result);
}

/** Inserts a second into the same tables and indexes, each synced by itself, with no server about them. */
export function rawInsertRate(seconds: number): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodemark-raw-'));
  const database = openDatabase(path.join(folder, 'bookings.db'), 1000);
  const insert = database.prepare(
    `INSERT INTO booking_requests (created_at, request_id, filed, ${bookingFields.join(', ')})
     VALUES (?, ?, 0, ${bookingFields.map(() => '?').join(', ')})`,
  );
  const words = bookingFields.map((field) => ada[field]);
  let count = 0;
  const began = performance.now();
  for (; performance.now() - began < seconds * 1000; count++) {
    insert.run(new Date().toISOString(), randomUUID(), ...words);
  }
  const taken = (performance.now() - began) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return count / taken;
}

function rateOf(result: autocannon.Result): number {
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} requests were refused and ${result.errors} not answered`);
  }
  return result.requests.average;
}
