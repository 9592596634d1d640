// npm run bench [-- [--quick] [PART …]]: the figures of the built program, as ratios of two things
// measured in turn; of these parts alone, where some are named. Ends within ten minutes, with
// --quick within a minute and a half.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { loadSite } from '../../server/http/built-site.ts';
import { type Part, partsOf } from './parts.ts';
import { printRatios } from './ratio.ts';
import { sizes } from './sizes.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { quick } = values;
const site = await loadSite('dist');
const all = partsOf(site, quick);
const names = all.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`No part '${unknown}'. There are: ${names.join(', ')}`);
const wanted = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

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
