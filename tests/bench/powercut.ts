// npm run powercut -- [--seed N] [--moments M] [--bookings B]: records every write and sync of the built server under
// load. For M moments it rebuilds the disk as a power cut could leave it, opens it with the program, and counts
// acknowledged bookings that are missing. Then it does the same with a disk that ignores syncs. There some must be
// missing, which proves that the test can fail. Exit code 77: not run here.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { listBookings } from '../../server/store/bookings.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { databaseFile } from '../../server/store/sqlite-file.ts';
import { createChance } from '../simulation/chance.ts';
import { ada } from '../support/ada.ts';
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';
import { createDisk } from './powercut-disk.ts';
import { readSteps, reasonAgainst, recordServer, type Step } from './powercut-trace.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    moments: { type: 'string', default: '200' },
    bookings: { type: 'string', default: '400' },
  },
});
const seed = Number(values.seed);
const moments = Number(values.moments);
const bookings = Number(values.bookings);
const clients = 8;

const reason = await reasonAgainst();
if (reason !== undefined) {
  console.log(`not run: ${reason}`);
  process.exit(77);
}
const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-powercut-'));
try {
  process.exitCode = await cutPower();
} finally {
  await rm(folder, { recursive: true });
}

async function cutPower(): Promise<number> {
  const steps = await record();
  const figures = await countMissing(steps, false);
  const control = await countMissing(steps, true);
  const acknowledged = steps.filter((step) => 'acknowledged' in step).length;
  const syncs = steps.filter((step) => 'call' in step && step.call.kind === 'sync').length;
  console.table({ seed, steps: steps.length, syncs, moments, acknowledged, ...figures });
  console.log(`On a disk that ignores syncs: ${control.lost} lost, ${control.unusable} unusable.`);
  if (control.lost === 0) console.log('FAILED: nothing was lost even without syncs');
  else if (Object.values(figures).some((count) => count > 0)) console.log('FAILED: see above');
  else console.log('ok: nothing was lost');
  return control.lost > 0 && Object.values(figures).every((count) => count === 0) ? 0 : 1;
}

/** The steps of a server that starts, accepts bookings, delivers them and stops. */
async function record(): Promise<Step[]> {
  const data = path.join(folder, 'data');
  const trace = path.join(folder, 'trace');
  await mkdir(data);
  const hooks = await startWebhookReceiver();
  const settings = {
    DATA_DIR: data,
    RATE_LIMIT_REQUESTS: '0',
    WEBHOOK_URL: hooks.url,
    WEBHOOK_SECRET: webhookSecret,
  };
  await recordServer(trace, settings, async (url) => {
    await Promise.all(Array.from({ length: clients }, (_, client) => book(url, client)));
  });
  await hooks.close();
  const steps = await readSteps(trace, data);
  const seen = new Set(steps.flatMap((step) => ('acknowledged' in step ? step.acknowledged : [])));
  if (seen.size < bookings) throw new Error(`The record shows ${seen.size} of ${bookings} answers`);
  return steps;
}

/** Sends one booking after the other, so that each answer on a connection belongs to the request before it. */
async function book(url: string, client: number): Promise<void> {
  for (let n = client; n < bookings; n += clients) {
    const { status } = await fetch(`${url}/rest/v1/booking_requests`, {
      method: 'POST',
      headers: { apikey: 'public-client-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ada, name: `booking-${client}-${n}` }),
    });
    if (status !== 201) throw new Error(`A booking was answered with ${status}`);
  }
}

/** Cuts the power at `moments` of the steps, each time from the original disk. */
async function countMissing(steps: readonly Step[], ignoresSyncs: boolean) {
  const chance = createChance(seed);
  const cuts = Array.from({ length: moments }, () => chance.between(1, steps.length));
  const disk = createDisk(ignoresSyncs);
  const acknowledged = new Set<string>();
  const total = { lost: 0, doubled: 0, unusable: 0 };
  for (const [index, step] of steps.entries()) {
    if ('acknowledged' in step) acknowledged.add(step.acknowledged);
    else disk.apply(step.call);
    for (const _ of cuts.filter((cut) => cut === index + 1)) {
      const names = await namesOn(disk.cut(chance), chance.random()).catch((error: unknown) => {
        if (!ignoresSyncs) console.error(`A disk cannot be used after step ${index}: ${error}`);
        return undefined;
      });
      const stored = new Set(names);
      total.unusable += names === undefined ? 1 : 0;
      total.doubled += (names?.length ?? 0) - stored.size;
      total.lost += [...acknowledged].filter((name) => !stored.has(name)).length;
    }
  }
  return total;
}

/** The bookings that the program's store finds on this disk. Throws if it cannot be used. */
async function namesOn(files: ReadonlyMap<string, Buffer>, random: number): Promise<string[]> {
  const rebuilt = await mkdtemp(path.join(folder, 'disk-'));
  for (const [name, content] of files) await writeFile(path.join(rebuilt, name), content);
  // Shared memory on the disk can have any content.
  const memory = Buffer.alloc(32_768, createChance(random * 2 ** 32).random() * 256);
  if (random < 0.5) await writeFile(`${databaseFile(rebuilt)}-shm`, memory);
  try {
    const store = await openSqlite({ folder: rebuilt });
    const found = await listBookings(store, { limit: bookings * 2 }).finally(() => store.close());
    using database = new DatabaseSync(databaseFile(rebuilt));
    for (const check of ['integrity_check', 'foreign_key_check']) {
      const [fault] = database.prepare(`PRAGMA ${check}`).all();
      if (fault !== undefined && fault[check] !== 'ok') throw new Error(JSON.stringify(fault));
    }
    return found.map(({ name }) => name);
  } finally {
    await rm(rebuilt, { recursive: true });
  }
}
