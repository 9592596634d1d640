import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFile } from '../../server/store/sqlite.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { startWebhookReceiver, webhookSecret } from './webhook-receiver.ts';

export interface KillOptions {
  /** The folder of the built program. */
  program: string;
  /** A fresh folder for the database. */
  data: string;
  kills: number;
  /** How many post at the same time. */
  clients: number;
  /** Wait for the leases of the dead to end; otherwise the clock in the rows is turned on. */
  waitForLeases: boolean;
  /**
   * Workers beside the server that help to deliver when the killing is over: the SMTP server of
   * the test greets after 100 ms, so that one worker brings nine mails a second.
   */
  helpers: number;
  onKill?: (count: number, acknowledged: number) => void;
}

/** What was counted. All but the first three and `repeated…` have to be 0. */
export interface KillFigures {
  kills: number;
  acknowledged: number;
  stored: number;
  acknowledgedNotStored: number;
  storedTwice: number;
  acknowledgedNotMailed: number;
  acknowledgedNotCalled: number;
  repeatedMails: number;
  repeatedCalls: number;
}

/**
 * Kills the server with SIGKILL at random moments while clients book, each with a key of its own
 * and again under the same key until it is acknowledged. Then lets the desk finish, and counts.
 */
export async function killUnderLoad(options: KillOptions): Promise<KillFigures> {
  const { program, data, kills, clients, onKill = () => {} } = options;
  const mails = await startMailCatcher();
  const hooks = await startWebhookReceiver();
  const settings = {
    HOST: '127.0.0.1',
    DATA_DIR: data,
    RATE_LIMIT_REQUESTS: '0',
    LOG_LEVEL: 'info',
    SMTP_URL: mails.url,
    MAIL_FROM: 'website@example.com',
    NOTIFY_EMAIL: 'sales@example.com',
    WEBHOOK_URL: hooks.url,
    WEBHOOK_SECRET: webhookSecret,
  };
  const acknowledged: string[] = [];
  const stopped = new AbortController();
  let server = await start(program, settings);
  const posting = Array.from({ length: clients }, (_, client) =>
    book(() => server.url, client, acknowledged, stopped.signal),
  );
  for (let count = 1; count <= kills; count++) {
    await pause(100 + Math.random() * 900);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    onKill(count, acknowledged.length);
    server = await start(program, settings);
  }
  stopped.abort();
  await Promise.all(posting);
  if (!options.waitForLeases) endLeases(data);
  const helpers = Array.from({ length: options.helpers }, () => startHelper(program, settings));
  await untilAllDone(data);
  for (const helper of helpers) helper.kill('SIGTERM');
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const figures = count(data, kills, acknowledged, {
    mailed: mails.mails.map(({ subject = '' }) => /(booking-[\d-]+)/.exec(subject)?.[1] ?? ''),
    called: hooks.hooks.map(
      ({ event }) => /(booking-[\d-]+)/.exec(JSON.stringify(event))?.[1] ?? '',
    ),
  });
  await Promise.all([mails.close(), hooks.close()]);
  return figures;
}

async function start(program: string, settings: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: program,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const listening = Promise.withResolvers<string>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10_000);
    const [, url] = /Server listening at (http:[^"]+)/.exec(output) ?? [];
    if (url !== undefined) listening.resolve(url);
  });
  child.once('exit', (code) => listening.reject(new Error(`The server ended with ${code}`)));
  return { child, url: await listening.promise };
}

function startHelper(program: string, settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['server/cli/bookings.ts', 'deliver'], {
    cwd: program,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Books one after the other until `signal`; each until it is acknowledged. */
async function book(
  url: () => string,
  client: number,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const name = `booking-${client}-${n}`;
    const key = crypto.randomUUID();
    while (!(await post(url(), name, key))) await pause(20);
    acknowledged.push(name);
    await pause(20);
  }
}

async function post(url: string, name: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/rest/v1/booking_requests`, {
      method: 'POST',
      headers: {
        apikey: 'public-client-key',
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ name, company_name: 'Load', email: 'load@example.com' }),
    });
    return response.status === 201;
  } catch {
    return false;
  }
}

function inDatabase<T>(data: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(databaseFile(data), { timeout: 5_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** As if the two minutes were over for which a dead worker's deliveries stay its own. */
function endLeases(data: string): void {
  inDatabase(data, (database) =>
    database
      .prepare("UPDATE deliveries SET next_at = ? WHERE state = 'pending' AND lease IS NOT NULL")
      .run(new Date().toISOString()),
  );
}

async function untilAllDone(data: string): Promise<void> {
  for (;;) {
    const left = inDatabase(data, (database) =>
      database.prepare("SELECT count(*) AS count FROM deliveries WHERE state <> 'done'").get(),
    );
    if (left?.count === 0) return;
    await pause(200);
  }
}

function count(
  data: string,
  kills: number,
  acknowledged: readonly string[],
  { mailed, called }: { mailed: readonly string[]; called: readonly string[] },
): KillFigures {
  const stored = inDatabase(data, (database) =>
    database
      .prepare('SELECT name FROM booking_requests')
      .all()
      .map(({ name }) => String(name)),
  );
  const missingFrom = (names: readonly string[]) => {
    const there = new Set(names);
    return acknowledged.filter((name) => !there.has(name)).length;
  };
  const repeated = (names: readonly string[]) => names.length - new Set(names).size;
  return {
    kills,
    acknowledged: acknowledged.length,
    stored: stored.length,
    acknowledgedNotStored: missingFrom(stored),
    storedTwice: repeated(stored),
    acknowledgedNotMailed: missingFrom(mailed),
    acknowledgedNotCalled: missingFrom(called),
    repeatedMails: repeated(mailed),
    repeatedCalls: repeated(called),
  };
}

/** The project's own folder, for the built program. */
export const project = path.resolve(import.meta.dirname, '../..');
