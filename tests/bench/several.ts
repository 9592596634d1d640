// npm run bench:several -- [SECONDS [CLIENTS]]: three servers on one PostgreSQL
// under load. For a minute one of them, at random, is killed with SIGKILL and started again, and
// every third time PostgreSQL itself, stopped without a checkpoint. Counts what was lost: nothing may be. Then counts what one address may book at all three together.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { project } from '../support/kill.ts';
import {
  book,
  type LoadedServer,
  missingFrom,
  nameIn,
  post,
  repeatedIn,
  startServer,
} from '../support/load.ts';
import { query, startOwnPostgres } from '../support/postgres.ts';
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

const [seconds = 60, clients = 9] = process.argv.slice(2).map(Number);
const limit = 50;
const postgres = await startOwnPostgres();
const hooks = await startWebhookReceiver();
const children: ChildProcess[] = [];
const settings = {
  HOST: '127.0.0.1',
  DATABASE_URL: postgres.url,
  WEBHOOK_URL: hooks.url,
  WEBHOOK_SECRET: webhookSecret,
  LOG_LEVEL: 'info',
};
let lost: number;
try {
  lost = (await killAtRandom()) + (await exceedTheLimit());
} finally {
  for (const child of children) child.kill('SIGKILL');
  await hooks.close();
  await postgres.remove();
}
console.log(lost === 0 ? 'ok' : 'FAILED: see above');
process.exitCode = lost === 0 ? 0 : 1;

async function killAtRandom(): Promise<number> {
  const unlimited = { ...settings, RATE_LIMIT_REQUESTS: '0' };
  // All at once: one of them migrates.
  const servers = await startThree(unlimited);
  const acknowledged: string[] = [];
  const stopped = new AbortController();
  let turn = 0;
  // Each try at the next server, also the one that is down at the moment.
  const next = () => servers[turn++ % servers.length]?.url ?? '';
  const posting = Array.from({ length: clients }, (_, client) =>
    book(next, client, acknowledged, stopped.signal),
  );
  let kills = 0;
  let databaseStops = 0;
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; kills++) {
    await pause(200 + Math.random() * 1_800);
    if (kills % 3 === 2) {
      await postgres.stop();
      await pause(Math.random() * 1_000);
      await postgres.start();
      databaseStops += 1;
    }
    const unlucky = Math.floor(Math.random() * servers.length);
    await endServer(servers[unlucky], 'SIGKILL');
    servers[unlucky] = await start(unlimited);
  }
  stopped.abort();
  await Promise.all(posting);
  const loadEnded = performance.now();
  while ((await countOf("booking_private.deliveries WHERE state <> 'done'")) > 0) await pause(200);
  const deliveredAfter = Math.round((performance.now() - loadEnded) / 1_000);
  const { rows } = await query(postgres.url, 'SELECT name FROM public.booking_requests');
  const stored = rows.map(({ name }) => String(name));
  const called = hooks.hooks.map(({ event }) => nameIn(event));
  await Promise.all(servers.map((server) => endServer(server, 'SIGTERM')));
  const figures = {
    seconds,
    kills,
    databaseStops,
    acknowledged: acknowledged.length,
    stored: stored.length,
    acknowledgedNotStored: missingFrom(stored, acknowledged),
    storedTwice: repeatedIn(stored),
    acknowledgedNotDelivered: missingFrom(called, acknowledged),
    deliveredTwice: repeatedIn(called),
    secondsUntilAllWasDelivered: deliveredAfter,
  };
  console.table(figures);
  return figures.acknowledgedNotStored + figures.storedTwice + figures.acknowledgedNotDelivered;
}

/** Twice the limit at each server: all three together may accept it once. */
async function exceedTheLimit(): Promise<number> {
  const servers = await startThree({ ...settings, RATE_LIMIT_REQUESTS: String(limit) });
  const statuses = await Promise.all(
    Array.from({ length: 6 * limit }, (_, i) =>
      post(servers[i % 3]?.url ?? '', `limited-${i}`, crypto.randomUUID()),
    ),
  );
  await Promise.all(servers.map((server) => endServer(server, 'SIGTERM')));
  const taken = statuses.filter((status) => status === 201).length;
  const refused = statuses.filter((status) => status === 429).length;
  console.table({ limit, servers: 3, tries: statuses.length, taken, refused });
  return Math.abs(taken - limit) + (statuses.length - taken - refused);
}

function startThree(environment: Record<string, string>): Promise<LoadedServer[]> {
  return Promise.all(Array.from({ length: 3 }, () => start(environment)));
}

async function start(environment: Record<string, string>): Promise<LoadedServer> {
  const server = await startServer(project, environment);
  children.push(server.child);
  return server;
}

async function endServer(server: LoadedServer | undefined, signal: NodeJS.Signals): Promise<void> {
  if (server === undefined) return;
  const ended = once(server.child, 'exit');
  server.child.kill(signal);
  await ended;
}

async function countOf(what: string): Promise<number> {
  const { rows } = await query(postgres.url, `SELECT count(*) FROM ${what}`);
  return Number(rows[0]?.count);
}
