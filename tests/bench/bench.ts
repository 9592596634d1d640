// npm run bench [-- [--quick] [PART …]]: measures all parts or the named ones. Prints ratios of two things measured in
// turn. Needs Linux (/proc). Takes at most twenty minutes, with --quick about five.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareMainThread } from './main-thread.ts';
import { comparePaints } from './paints.ts';
import {
  compareBookings,
  compareCounts,
  compareMemory,
  comparePages,
  comparePostgrest,
} from './parts.ts';
import { comparePresses } from './presses.ts';
import { type Comparison, printRatios } from './ratio.ts';
import { compareRefused } from './refused.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = values.quick ? 2 : 7;
const seconds = values.quick ? 1 : 2;

interface Part {
  name: string;
  title: string;
  measure(): Promise<Comparison[]>;
}

const parts: Part[] = [
  {
    name: 'pages',
    title: 'The built server : a bare node:http server that sends the same bytes',
    measure: () => comparePages(['/', '/book'], runs, seconds),
  },
  {
    name: 'counts',
    title: 'A page that is counted : the same page in a frame, which is not',
    measure: () => compareCounts(['/', '/book?from=fair-2026'], 2 * runs, seconds),
  },
  {
    name: 'bookings',
    title: 'POST to a fresh server : synced inserts into a fresh database, with no server',
    measure: () => compareBookings(runs, seconds),
  },
  {
    name: 'postgrest',
    title: 'POST to a fresh server : to PostgREST in front of the same PostgreSQL',
    measure: () => comparePostgrest(runs, seconds),
  },
  {
    name: 'memory',
    title: 'The most resident memory of a fresh server : of a fresh bare one',
    measure: () => compareMemory(Math.ceil(runs / 2), seconds),
  },
  {
    name: 'paints',
    title: 'Paints and main thread on a phone, by Lighthouse: the page : a bare one',
    measure: () => comparePaints(['/', '/book'], values.quick ? 1 : 5),
  },
  {
    name: 'main-thread',
    title: 'The main thread on a phone until four seconds after the load: the page : a bare one',
    measure: () => compareMainThread(['/', '/book'], values.quick ? 1 : 5),
  },
  {
    name: 'presses',
    title:
      'From a press or a key to the next paint, worst of three: the page : a popover on a bare one',
    measure: () => comparePresses(values.quick ? 1 : 3),
  },
  {
    name: 'refused',
    title: 'The processor time of a refused request : of a booking',
    measure: () => compareRefused(Math.ceil(runs / 2)),
  },
];

const names = parts.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`No part '${unknown}'. Use: ${names.join(', ')}`);
printMachine();
for (const { name, title, measure } of parts) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  try {
    printRatios(title, await measure());
  } catch (error) {
    console.log(`\n${title}\nNot measured:`, error);
    process.exitCode = 1;
  }
}
printMachine();

/** A high load before the first part comes from other programs, and makes the figures noisy. */
function printMachine(): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} cores, load of the last 1, 5 and 15 minutes: ${loads.join(' ')}`,
  );
}
