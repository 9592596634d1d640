import type { BuiltSite } from '../../server/http/built-site.ts';
import { compareBookings, compareVisits } from './bookings.ts';
import { engines } from './engines.ts';
import { compareFirstViews } from './first-view.ts';
import { compareMemory } from './memory.ts';
import { comparePages } from './pages.ts';
import type { Comparison, Runs } from './ratio.ts';
import { compareRows, rowsTitle } from './rows.ts';
import { compareStarts } from './starts.ts';

export interface Part {
  name: string;
  title: string;
  /** Its share of the time. What it does not need is for those after it. */
  share: number;
  measure(runs: Runs): Promise<Comparison[]>;
}

/** What the bench measures; with `quick` shorter and with fewer rows. */
export function partsOf({ clientFiles }: BuiltSite, quick: boolean): Part[] {
  const seconds = quick ? 1 : 2;
  const rows = quick ? 100_000 : 1_000_000;
  const island = clientFiles.find(({ path }) => path.endsWith('.js'))?.path ?? '';
  return [
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
}
