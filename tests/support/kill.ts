import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFile } from '../../server/store/sqlite/database.ts';
import { book, missingFrom, nameIn, repeatedIn, startServer } from './load.ts';
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
  /** Delivery workers that help the server at the end. */
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
 * and again under the same key until it is acknowledged. Then lets the delivery workers finish, and counts.
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
  let server = await startServer(program, settings);
  const posting = Array.from({ length: clients }, (_, client) =>
    book(() => server.url, client, acknowledged, stopped.signal),
  );
  for (let count = 1; count <= kills; count++) {
    await pause(100 + Math.random() * 900);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    onKill(count, acknowledged.length);
    server = await startServer(program, settings);
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
    mailed: mails.mails.map(({ subject }) => nameIn(subject)),
    called: hooks.hooks.map(({ event }) => nameIn(event)),
  });
  await Promise.all([mails.close(), hooks.close()]);
  return figures;
}

function startHelper(program: string, settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['server/cli/bookings.ts', 'deliver'], {
    cwd: program,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function inDatabase<T>(data: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(databaseFile(data), { timeout: 5_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** As if the two minutes were over for which a dead worker keeps its leases. */
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
  return {
    kills,
    acknowledged: acknowledged.length,
    stored: stored.length,
    acknowledgedNotStored: missingFrom(stored, acknowledged),
    storedTwice: repeatedIn(stored),
    acknowledgedNotMailed: missingFrom(mailed, acknowledged),
    acknowledgedNotCalled: missingFrom(called, acknowledged),
    repeatedMails: repeatedIn(mailed),
    repeatedCalls: repeatedIn(called),
  };
}

/** The project's own folder, for the built program. */
export const project = path.resolve(import.meta.dirname, '../..');
