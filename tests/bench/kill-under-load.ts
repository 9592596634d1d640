import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { ada } from '../support/ada.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { startProgram } from '../support/program.ts';
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

interface KillOptions {
  /** The folder of the built program. */
  program: string;
  /** A fresh folder for the embedded database. */
  data: string;
  /** The address of a fresh PostgreSQL database, used instead of the folder. */
  database?: string;
  kills: number;
  /** When to kill the server: at random, or between two writes of a checkpoint. */
  during: 'load' | 'checkpoint';
  clients: number;
  /** The number of delivery workers that help the server at the end. */
  helpers: number;
}

/**
 * Kills the server with SIGKILL while clients post bookings, and starts it again after each kill. Each client repeats
 * its booking, with unique values, until it is acknowledged. Then the delivery workers finish. No booking may be
 * missing or stored twice. A killed server may have sent deliveries that it did not record: at most its five parallel
 * attempts of each channel. `mostRepeated…` has the highest number of one server.
 */
export async function killUnderLoad(options: KillOptions) {
  const { program, data, kills, clients } = options;
  const mails = await startMailCatcher();
  const hooks = await startWebhookReceiver();
  const settings = {
    DATA_DIR: data,
    ...(options.database !== undefined && { DATABASE_URL: options.database }),
    RATE_LIMIT_REQUESTS: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'website@example.com',
    NOTIFY_EMAIL: 'sales@example.com',
    WEBHOOK_URL: hooks.url,
    WEBHOOK_SECRET: webhookSecret,
  };
  const acknowledged: string[] = [];
  /** The number of arrivals before each restart. */
  const arrived = { mails: [0], calls: [0] };
  const stopped = new AbortController();
  let server = await startProgram(settings, program);
  const posting = Array.from({ length: clients }, (_, client) =>
    book(() => server.url, client, acknowledged, stopped.signal),
  );
  for (let count = 1; count <= kills; count++) {
    if (options.during === 'checkpoint') await killInCheckpoint(data, server.pid);
    else await pause(100 + Math.random() * 900);
    await server.stop('SIGKILL');
    server = await startProgram(settings, program);
    arrived.mails.push(mails.mails.length);
    arrived.calls.push(hooks.hooks.length);
  }
  stopped.abort();
  await Promise.all(posting);
  await endLeases(options);
  const helpers = Array.from({ length: options.helpers }, () =>
    spawn(process.execPath, ['server/cli/lodemark.ts', 'deliver'], {
      cwd: program,
      env: { PATH: process.env.PATH ?? '', ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await untilAllDone(options);
  for (const helper of helpers) helper.kill('SIGTERM');
  await server.stop();
  const rows = await inDatabase(options, 'SELECT name FROM booking_requests');
  const names = rows.map(({ name }) => name);
  const stored = figuresOf(names, acknowledged);
  const mailed = figuresOf(mails.mails.map(nameIn), acknowledged, arrived.mails);
  const called = figuresOf(hooks.hooks.map(nameIn), acknowledged, arrived.calls);
  await Promise.all([mails.close(), hooks.close()]);
  return {
    kills,
    acknowledged: acknowledged.length,
    stored: names.length,
    acknowledgedNotStored: stored.missing,
    storedTwice: stored.repeated,
    acknowledgedNotMailed: mailed.missing,
    acknowledgedNotCalled: called.missing,
    repeatedMails: mailed.repeated,
    repeatedCalls: called.repeated,
    mostRepeatedMails: mailed.mostRepeated,
    mostRepeatedCalls: called.mostRepeated,
  };
}

/** Resolves when the process has been killed between two writes of a checkpoint. */
async function killInCheckpoint(data: string, pid: number | undefined): Promise<void> {
  const workerData = { file: databaseFile(data), pid };
  const worker = new Worker(new URL('./checkpoint-killer.ts', import.meta.url), {
    workerData,
  });
  await once(worker, 'exit');
}

/** Posts one booking after the other until `signal`. Each is repeated at `url()` until it is acknowledged. */
async function book(
  url: () => string,
  client: number,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const name = `booking-${client}-${n}`;
    const headers = { apikey: 'public-client-key', 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ ...ada, name }) };
    const send = () => fetch(`${url()}/rest/v1/booking_requests`, request).catch(() => undefined);
    while ((await send())?.status !== 201) await pause(20);
    acknowledged.push(name);
    await pause(20);
  }
}

async function inDatabase({ data, database: url }: KillOptions, text: string) {
  if (url === undefined) {
    using database = new DatabaseSync(databaseFile(data), { timeout: 60_000 });
    return database.prepare(text).all();
  }
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=public,booking_private',
  });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end());
  return rows;
}

/** Ends the leases of dead workers now. Otherwise they would last up to twelve minutes. */
async function endLeases(options: KillOptions): Promise<void> {
  const now = new Date().toISOString();
  const held = "state = 'pending' AND lease IS NOT NULL";
  await inDatabase(options, `UPDATE deliveries SET next_at = '${now}' WHERE ${held}`);
}

async function untilAllDone(options: KillOptions): Promise<void> {
  const open = `SELECT 1 AS open FROM deliveries WHERE state <> 'done'
    UNION ALL SELECT 1 FROM booking_requests WHERE dispatched_at IS NULL LIMIT 1`;
  while ((await inDatabase(options, open)).length > 0) await pause(200);
}

/** The name from `book` in an email or a webhook's event. */
function nameIn(message: unknown): string {
  return /(booking-[\d-]+)/.exec(JSON.stringify(message))?.[1] ?? '';
}

/**
 * Counts acknowledged bookings that are missing in the list of names, and names that are repeated. Also returns the
 * most repeated names between two `starts`, which are indexes in the list.
 */
function figuresOf(names: unknown[], acknowledged: readonly string[], starts: number[] = []) {
  const there = new Set(names);
  const again = names.flatMap((name, place) => (names.includes(name, place + 1) ? [place] : []));
  const inLives = starts.map((start, life) => {
    const end = starts[life + 1] ?? names.length;
    return again.filter((place) => place >= start && place < end).length;
  });
  return {
    missing: acknowledged.filter((name) => !there.has(name)).length,
    repeated: again.length,
    mostRepeated: Math.max(...inLives),
  };
}

/** The project's own folder, for the built program. */
export const project = path.resolve(import.meta.dirname, '../..');
