// npm run simulate -- [--seed N] [--runs M]: simulates M runs of a week each, with the seeds from N on.
import { parseArgs } from 'node:util';
import { simulate } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
  },
});
const first = wholeNumber('seed', values.seed);
const runs = wholeNumber('runs', values.runs);
const began = performance.now();
let failures = 0;
for (let seed = first; seed < first + runs; seed += 1) {
  const { steps, notes, broken } = await simulate(seed);
  if (broken === undefined) continue;
  failures += 1;
  console.error(notes.slice(-25).join('\n'));
  console.error(`seed ${seed}, step ${steps}: ${broken}`);
  console.error(`Replay it with: npm run simulate -- --seed ${seed}`);
}
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${runs} runs from seed ${first} in ${seconds} s: ${failures} failed`);
if (failures > 0) process.exitCode = 1;

function wholeNumber(option: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  console.error(`--${option} needs a whole number, such as 200, not '${value}'.`);
  process.exit(1);
}
