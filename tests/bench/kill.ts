// npm run bench:kill -- [--postgres] [KILLS [CHECKPOINT_KILLS [CLIENTS]]]: kills the built server with SIGKILL
// under load, at random moments and then during checkpoints, and counts lost and repeated bookings. There must be none.
// Takes about ten minutes. With --postgres only at random moments, on a separate PostgreSQL server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgres } from '../support/postgres.ts';
import { killUnderLoad, project } from './kill-under-load.ts';

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [random = 100, aimed = 20, clients = 8] = positionals.map(Number);
const postgres = values.postgres ? await startOwnPostgres() : undefined;
const lost =
  (await countLost('load', random)) + (postgres ? 0 : await countLost('checkpoint', aimed));
await postgres?.remove();
console.log(lost === 0 ? 'ok: nothing was lost' : 'FAILED: see above');
process.exitCode = lost === 0 ? 0 : 1;

async function countLost(during: 'load' | 'checkpoint', kills: number): Promise<number> {
  const data = await mkdtemp(path.join(tmpdir(), 'lodemark-kill-'));
  const began = performance.now();
  const figures = await killUnderLoad({
    program: project,
    data,
    ...(postgres && { database: postgres.url }),
    kills,
    during,
    clients,
    helpers: 8,
  });
  await rm(data, { recursive: true });
  console.table({ during, ...figures, seconds: Math.round((performance.now() - began) / 1000) });
  const { acknowledgedNotStored, storedTwice, acknowledgedNotMailed, acknowledgedNotCalled } =
    figures;
  const unexplained = Math.max(0, figures.mostRepeatedMails - 5, figures.mostRepeatedCalls - 5);
  const lost = acknowledgedNotStored + acknowledgedNotMailed + acknowledgedNotCalled;
  return lost + storedTwice + unexplained;
}
