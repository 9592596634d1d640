import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../server/store/sqlite-database.ts';
import { root } from './processes.ts';
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

export const words = {
  name: 'A Visitor',
  company_name: 'A Bakery',
  email: 'visitor@bakery.example',
};

/** Asks from another process for so many seconds. Throws when a request is refused or not answered. */
export async function load(url: string, kind: LoadKind, seconds: number): Promise<LoadResult> {
  const args = ['tests/bench/loader.ts', url, kind, String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout);
}

/** Asks each in turn, one request after the other, while `work` goes on; gives the p99 of each. */
export async function askBeside(
  urls: readonly string[],
  work: Promise<unknown>,
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  let going = true;
  const done = work.finally(() => {
    going = false;
  });
  const times = urls.map((): number[] => []);
  while (going) {
    for (const [index, url] of urls.entries()) times[index]?.push(await ask(url, agent));
  }
  agent.destroy();
  await done;
  return times.map((each) => percentile(each, 99));
}

async function ask(url: string, agent: http.Agent): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    http
      .get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.on('end', resolve).resume();
      })
      .on('error', reject);
  });
  return performance.now() - began;
}

/** Inserts into the same tables and indexes, each synced by itself, with no server about them. */
export function rawInserts(kind: LoadKind, seconds: number): LoadResult {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodemark-raw-'));
  const database = openDatabase(path.join(folder, 'bookings.db'), 1000);
  const insert = database.prepare(
    'INSERT INTO booking_requests (created_at, name, company_name, email, request_id, filed) VALUES (?, ?, ?, ?, ?, 0)',
  );
  const { name, company_name } = words;
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const email =
      kind === 'bookings of one address' ? words.email : `${randomUUID()}@bakery.example`;
    const start = performance.now();
    insert.run(new Date().toISOString(), name, company_name, email, randomUUID());
    times.push(performance.now() - start);
  }
  const taken = (performance.now() - began) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return { total: times.length, rate: times.length / taken, p99: percentile(times, 99) };
}
