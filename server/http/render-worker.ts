import { loadSite, SiteMissing } from './built-site.ts';
import type { PrepareAnswer, PrepareTask } from './render-apart.ts';
import { prepareSite } from './static-site.ts';

/** The process that prepares the site and ends: what React and the compressors took goes with it. */
process.once('message', async (task: PrepareTask) => send(await prepare(task).catch(failure)));

async function prepare({ folder, settings }: PrepareTask): Promise<PrepareAnswer> {
  return { site: await prepareSite(await loadSite(folder), settings) };
}

function failure(error: unknown): PrepareAnswer {
  if (error instanceof SiteMissing) return { missing: error.message };
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The program that asked may have stopped meanwhile: then nobody is told. */
function send(answer: PrepareAnswer): void {
  process.send?.(answer, () => {
    if (process.connected) process.disconnect();
  });
}
