// npm run bench:rows -- [sqlite|postgres [ROWS [RUNS]]]: what the store's operations cost with
// 1,000,000 (or ROWS) bookings stored against 1,000. Takes about a minute, two with postgres; on a
// busy machine take more than the 11 runs.
import { randomUUID } from 'node:crypto';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { type Engine, engines } from './engines.ts';
import { type Comparison, compare, printRatios } from './ratio.ts';

const few = 1_000;
const minute = 60_000;

/** Each takes about as long as a few synced commits, so that a clock can measure it. */
const operations: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
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
  '20 lists of the newest 50': (store) => inTurn(20, () => store.listBookings({ limit: 50 })),
  '20 lists of an hour': (store) =>
    inTurn(20, () => {
      const until = Date.now() - 300 * minute;
      return store.listBookings({ limit: 50, since: until - 60 * minute, until });
    }),
  '20 lists of the pending': (store) =>
    inTurn(20, () => store.listBookings({ limit: 50, state: 'pending' })),
  '20 lists of an address': (store) =>
    inTurn(20, () => store.listBookings({ limit: 50, email: 'nobody@bakery.example' })),
  '20 lists of a text': (store) =>
    inTurn(20, () => store.listBookings({ limit: 50, text: 'bakery' })),
  '20 summaries': (store) => inTurn(20, () => store.summarizeDeliveries()),
  '20 erasures of what is too old': (store) =>
    inTurn(20, () => store.eraseBookings({ deliveredBefore: 0 }, 100)),
  '1 count of all': (store) => store.countBookings(),
  '1 list of a text that is nowhere': (store) => store.listBookings({ limit: 50, text: 'zzzz' }),
};

if (import.meta.main) {
  const [name = 'sqlite', rows = '1000000', runs = '11'] = process.argv.slice(2);
  const engine = engines[name];
  if (engine === undefined) throw new Error(`No engine '${name}': ${Object.keys(engines)}`);
  printRatios(rowsTitle(name, Number(rows)), await compareRows(engine, Number(rows), Number(runs)));
}

/** The title of the figures of `compareRows`. */
export function rowsTitle(name: string, rows: number): string {
  return `${name}: with ${rows} bookings stored : with ${few}`;
}

/** Measures each operation in turn on a large and a small store. */
export async function compareRows(
  engine: Engine,
  rows: number,
  runs: number,
): Promise<Comparison[]> {
  const large = await engine(rows);
  const small = await engine(few);
  const comparisons: Comparison[] = [];
  try {
    for (const [what, work] of Object.entries(operations)) {
      const measure =
        ({ store }: { store: Store }) =>
        async () => {
          const began = performance.now();
          await work(store);
          return { [what]: performance.now() - began };
        };
      // The first run of each reads its pages from the disk.
      await measure(large)();
      await measure(small)();
      comparisons.push(...(await compare({ [what]: 'ms' }, runs, measure(large), measure(small))));
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
