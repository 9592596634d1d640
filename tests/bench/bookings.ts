import { answerOf } from './answer.ts';
import { askBeside, type LoadKind, load, rawInserts } from './load.ts';
import { type Comparison, compareAll, type Runs } from './ratio.ts';
import { startBare, startBuilt, withServer } from './servers.ts';

const many: LoadKind = 'bookings of as many addresses';
const kinds: readonly LoadKind[] = ['bookings of one address', many];

/** Bookings posted to a fresh server each time, against raw inserts into a fresh database. */
export async function compareBookings(runs: Runs, seconds: number): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const kind of kinds) {
    const rate = `${kind}, 64 at once`;
    const p99 = `${rate}: p99`;
    const compared = await compareAll(
      { [rate]: '/s', [p99]: 'ms' },
      runs,
      async () => {
        const posted = await withServer(startBuilt, async ({ url }) => {
          await warm(url, kind);
          return load(url, kind, seconds);
        });
        return { [rate]: posted.rate, [p99]: posted.p99 };
      },
      async () => {
        const inserted = rawInserts(kind, seconds);
        return { [rate]: inserted.rate, [p99]: inserted.p99 };
      },
    );
    comparisons.push(...compared);
  }
  return comparisons;
}

/**
 * How long a visitor waits for `/` while 64 book, against a bare server on the machine that is as
 * busy: what blocks the event loop shows here.
 */
export async function compareVisits(runs: Runs, seconds: number): Promise<Comparison[]> {
  const what = 'GET / while 64 book: p99';
  const comparison: Comparison = { what, unit: 'ms', first: [], second: [] };
  do {
    const [built, bare] = await visit(seconds);
    comparison.first.push(built);
    comparison.second.push(bare);
  } while (comparison.first.length < runs.count && performance.now() < runs.end);
  return [comparison];
}

function visit(seconds: number): Promise<[built: number, bare: number]> {
  return withServer(startBuilt, async (built) => {
    const answer = await answerOf(`${built.url}/`);
    return withServer(
      () => startBare(answer),
      async (bare) => {
        await warm(built.url, many);
        const booking = load(built.url, many, seconds);
        const asked = await askBeside([`${built.url}/`, `${bare.url}/`], booking);
        return [asked[0] ?? Number.NaN, asked[1] ?? Number.NaN];
      },
    );
  });
}

/** What a server is asked first, it has not compiled yet: those figures would be of its start. */
async function warm(url: string, kind: LoadKind): Promise<void> {
  await load(url, kind, 1);
}
