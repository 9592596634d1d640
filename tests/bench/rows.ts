import { randomUUID } from 'node:crypto';
import { leadFolders } from '../../booking/lead.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import type { Engine, FilledStore } from './engines.ts';
import { type Comparison, compareOne } from './ratio.ts';

/** How many bookings the small store has. */
export const few = 1_000;
const minute = 60_000;

type Operations = Readonly<Record<string, (store: Store) => Promise<unknown>>>;

/** Each takes about as long as a few synced commits, so that a clock can measure it. */
const operations: Operations = {
  '60 inserts, one after the other': (store) => inTurn(60, () => insert(store)),
  '300 inserts, 60 at once': (store) =>
    inTurn(5, () => Promise.all(Array.from({ length: 60 }, () => insert(store)))),
  '20 repeats of a key': async (store) => {
    const key = randomUUID();
    await inTurn(20, () => insert(store, key));
  },
  '20 deliveries, acquired and completed': (store) =>
    inTurn(20, async () => {
      const acquired = await store.acquireDelivery('mail', minute);
      if (acquired) await store.completeDelivery(acquired, { state: 'done' });
    }),
};

/** What the inbox asks for, of leads that are all closed: the list of the new has to pass over every one. */
const lists: Operations = {
  ...Object.fromEntries(
    leadFolders.map((folder) => [
      `the list ${folder}`,
      (store: Store) => store.listLeads({ folder, limit: 51 }),
    ]),
  ),
  'a search that finds nothing': (store) => store.listLeads({ text: 'nobody', limit: 51 }),
  'the counts of the lists': (store) => store.countLeads(),
  'what is overdue': (store) => store.summarizeOverdue(Date.now()),
};

/** Measures each operation in turn on a large and a small store. */
export async function compareRows(engine: Engine, rows: number, runs: number) {
  return compareStores(operations, await engine(rows), await engine(few), runs);
}

/** Measures the lists of the inbox with 100,000 leads and with 100. */
export async function compareLeads(engine: Engine, runs: number) {
  return compareStores(lists, await engine(100_000, true), await engine(100, true), runs);
}

async function compareStores(
  operations: Operations,
  large: FilledStore,
  small: FilledStore,
  runs: number,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  try {
    for (const [what, work] of Object.entries(operations)) {
      const measure = async ({ store }: FilledStore) => {
        const began = performance.now();
        await work(store);
        return performance.now() - began;
      };
      // The first run of each reads its pages from the disk.
      await measure(large);
      await measure(small);
      const measures = [() => measure(large), () => measure(small)] as const;
      comparisons.push(...(await compareOne(what, 'ms', runs, ...measures)));
    }
  } finally {
    await large.remove();
    await small.remove();
  }
  return comparisons;
}

function insert(store: Store, key = randomUUID()): Promise<unknown> {
  const email = `${key.slice(0, 8)}@visitor.example`;
  return store.insertBookings([{ ...ada, email }], { key });
}

async function inTurn(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await work();
}
