// npm run bench [-- [--quick] [PART …]]: the figures of the built program, as ratios of two things
// measured in turn; of these parts alone, where some are named. Ends within ten minutes, with
// --quick within a minute and a half.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { loadSite } from '../../server/site.ts';
import { compareBookings, compareVisits } from './bookings.ts';
import { engines } from './engines.ts';
import { compareFirstViews } from './first-view.ts';
import { compareMemory } from './memory.ts';
import { comparePages } from './pages.ts';
import { type Comparison, printRatios, type Runs } from './ratio.ts';
import { compareRows, rowsTitle } from './rows.ts';
import { sizes } from './sizes.ts';
import { compareStarts } from './starts.ts';

interface Part {
  name: string;
  title: string;
  /** Its share of the time. What it does not need is for those after it. */
  share: number;
  measure(runs: Runs): Promise<Comparison[]>;
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { quick } = values;
const seconds = quick ? 1 : 2;
const rows = quick ? 100_000 : 1_000_000;
const site = await loadSite('dist');
const island = site.clientFiles.find(({ path }) => path.endsWith('.js'))?.path ?? '';

const all: readonly Part[] = [
  {
    name: 'pages',
    title: 'The built server : a bare node:http server sending the same bytes',
    share: 4,
    measure: (runs) => comparePages(['/', island], runs, seconds),
  },
  {
    name: 'bookings',
    title: 'POST to a fresh server : raw synced inserts into a fresh database',
    share: 3,
    measure: (runs) => compareBookings(runs, seconds),
  },
  {
    name: 'visits',
    title: 'A visitor while others book: the built server : a bare one beside it',
    share: 1,
    measure: (runs) => compareVisits(runs, seconds),
  },
  {
    name: 'start',
    title: 'From the start to the first answer: the built server : a bare one',
    share: 1,
    measure: compareStarts,
  },
  {
    name: 'memory',
    title: 'The most memory resident in a fresh server : in a fresh bare one',
    share: 2,
    measure: (runs) => compareMemory({ ...runs, count: Math.ceil(runs.count / 2) }, seconds),
  },
  {
    name: 'browser',
    title: "The browser's main thread: a page : an empty one",
    share: 2,
    measure: compareFirstViews,
  },
  ...Object.entries(engines).map(([name, engine]) => ({
    name,
    title: rowsTitle(name, rows),
    share: 3,
    measure: (runs: Runs) => compareRows(engine, rows, runs),
  })),
];
const wanted = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) throw new Error(`The parts are ${all.map(({ name }) => name).join(', ')}`);

// What has begun is finished: the rest of the ten minutes, or of the ninety seconds, is for that.
const end = performance.now() + (quick ? 75_000 : 540_000);
printMachine();
console.log('\nBytes');
console.table(await sizes(site));
for (const [index, part] of wanted.entries()) await print(part, wanted.slice(index));
printMachine();

async function print({ title, share, measure }: Part, left: readonly Part[]): Promise<void> {
  const now = performance.now();
  if (now > end) {
    console.log(`\n${title}\nLeft out: the time was up`);
    return;
  }
  const shares = left.reduce((sum, part) => sum + part.share, 0);
  try {
    printRatios(
      title,
      await measure({ count: quick ? 2 : 7, end: now + ((end - now) * share) / shares }),
    );
  } catch (error) {
    console.log(`\n${title}\nNot measured:`, error);
    process.exitCode = 1;
  }
}

/** A load near the number of cores at the head is other people's: then the figures are noisy. */
function printMachine(): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} cores, load of the last 1, 5 and 15 minutes: ${loads.join(' ')}`,
  );
}
