// npm run bench:kill -- [KILLS [CLIENTS]]: kills the built server with SIGKILL at random moments
// under load, and counts what was lost: nothing may be. Takes about six minutes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killUnderLoad, project } from '../support/kill.ts';

const [kills = 100, clients = 8] = process.argv.slice(2).map(Number);
const data = await mkdtemp(path.join(tmpdir(), 'lodemark-kill-'));
const began = performance.now();
const figures = await killUnderLoad({
  program: project,
  data,
  kills,
  clients,
  waitForLeases: true,
  helpers: 8,
});
await rm(data, { recursive: true });
console.table({ ...figures, seconds: Math.round((performance.now() - began) / 1000) });
const { acknowledgedNotStored, storedTwice, acknowledgedNotMailed, acknowledgedNotCalled } =
  figures;
const lost = acknowledgedNotStored + storedTwice + acknowledgedNotMailed + acknowledgedNotCalled;
console.log(lost === 0 ? 'ok: nothing was lost' : 'FAILED: see above');
process.exitCode = lost === 0 ? 0 : 1;
