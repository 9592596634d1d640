// npm run bench:kill -- [KILLS [CHECKPOINT_KILLS [CLIENTS]]]: kills the built server with SIGKILL under
// load, at random moments and then in the middle of checkpoints, and counts what was lost: nothing may be.
// Takes about ten minutes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killUnderLoad, project } from '../support/kill.ts';

const [random = 100, aimed = 20, clients = 8] = process.argv.slice(2).map(Number);
const lost = (await countLost('load', random)) + (await countLost('checkpoint', aimed));
console.log(lost === 0 ? 'ok: nothing was lost' : 'FAILED: see above');
process.exitCode = lost === 0 ? 0 : 1;

async function countLost(during: 'load' | 'checkpoint', kills: number): Promise<number> {
  const data = await mkdtemp(path.join(tmpdir(), 'lodemark-kill-'));
  const began = performance.now();
  const figures = await killUnderLoad({
    program: project,
    data,
    kills,
    during,
    clients,
    waitForLeases: true,
    helpers: 8,
  });
  await rm(data, { recursive: true });
  console.table({ during, ...figures, seconds: Math.round((performance.now() - began) / 1000) });
  const { acknowledgedNotStored, storedTwice, acknowledgedNotMailed, acknowledgedNotCalled } =
    figures;
  return acknowledgedNotStored + storedTwice + acknowledgedNotMailed + acknowledgedNotCalled;
}
