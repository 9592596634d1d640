import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { bookingFields } from '../../booking/booking.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { ada } from '../support/ada.ts';
import { root, temporaryFolder } from './processes.ts';
import { percentile } from './ratio.ts';

/** Requests of pages over 32 connections, or bookings over 64. */
export type LoadKind = 'pages' | 'bookings of one address' | 'bookings of as many addresses';

export interface LoadResult {
  /** How many were done, and how many a second of the clock. */
  total: number;
  rate: number;
  /** The time, in milliseconds, within which 99 of 100 were done. */
  p99: number;
}

/** Asks from another process for so many seconds. Throws when a request is refused or not answered. */
export async function load(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const args = ['tests/bench/loader.ts', url, kind, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}

/** Asks each of these 200 times a second while `work` goes on, and gives the p99 of each. */
export async function askBeside(
  urls: readonly string[],
  work: Promise<unknown>,
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const asked = urls.map((): Promise<number>[] => []);
  // Whether the last was answered or not: else few would be asked while nothing is.
  const timer = setInterval(() => {
    for (const [index, url] of urls.entries()) asked[index]?.push(ask(url, agent));
  }, 5);
  await work.finally(() => clearInterval(timer));
  const times = await Promise.all(asked.map((each) => Promise.all(each)));
  agent.destroy();
  return times.map((each) => percentile(each, 99));
}

/** In milliseconds; for ever, where the connection is cut. */
function ask(url: string, agent: http.Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    http
      .get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.on('end', () => resolve(performance.now() - began)).resume();
      })
      .on('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}

/** Inserts into the same tables and indexes, each synced by itself, with no server about them. */
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
    const email = kind === 'bookings of one address' ? ada.email : `${randomUUID()}@bakery.example`;
    const words = bookingFields.map((field) => ({ ...ada, email })[field]);
    const start = performance.now();
    insert.run(new Date().toISOString(), randomUUID(), ...words);
    times.push(performance.now() - start);
  }
  const taken = (performance.now() - began) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { total: times.length, rate: times.length / taken, p99: percentile(times, 99) };
}
