// npm run bench [-- --quick]: the figures of the built program, as ratios of two things measured in
// turn. About four minutes; a minute with --quick.
import { parseArgs } from 'node:util';
import { loadSite } from '../../server/site.ts';
import { engines } from './engines.ts';
import { getRate, postRate, rawInsertRate } from './load.ts';
import { startBare, startBuilt } from './processes.ts';
import { type Comparison, compare, printRatios } from './ratio.ts';
import { compareRows, printRows } from './rows.ts';
import { sizes } from './sizes.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
const runs = quick ? 3 : 7;
const seconds = quick ? 1 : 3;

const site = await loadSite('dist');
const island = site.clientFiles.find(({ path }) => path.endsWith('.js'))?.path ?? '';
const server = await startBuilt();
const atRest = server.memory();
const rates: Comparison[] = [];
for (const path of ['/', island]) {
  const bare = await startBare(server.url + path);
  rates.push(
    await compare(
      `GET ${path} : bare node:http`,
      '/s of processor',
      runs,
      () => getRate(server, path, seconds),
      () => getRate(bare, path, seconds),
    ),
  );
  await bare.stop();
}
const afterReading = server.memory();
rates.push(
  await compare(
    'POST : raw synced insert',
    '/s',
    runs,
    () => postRate(server.url, seconds),
    async () => rawInsertRate(seconds),
  ),
);
const afterBookings = server.memory();
await server.stop();
printRatios('Rates: the first thing named against the second', rates);

const bareOf = await startBuilt();
const start = await compare(
  'to the first answer : bare node:http',
  'ms',
  runs,
  () => startTime(startBuilt),
  () => startTime(() => startBare(`${bareOf.url}/`)),
);
await bareOf.stop();
printRatios('Start', [start]);

console.log('\nResident memory, MiB');
console.table({
  'at rest': Math.round(atRest),
  'after the load of pages': Math.round(afterReading),
  'after the load of bookings': Math.round(afterBookings),
});

console.log('\nBytes');
console.table(await sizes(site));

for (const [name, engine] of Object.entries(engines)) {
  const rows = quick ? 100_000 : 1_000_000;
  printRows(name, rows, await compareRows(engine, rows, quick ? 3 : 9));
}

async function startTime(startServer: typeof startBuilt): Promise<number> {
  const running = await startServer();
  await running.stop();
  return running.startedIn;
}
