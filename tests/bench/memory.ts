import { answerOf } from './answer.ts';
import { type LoadKind, load } from './load.ts';
import type { Running } from './processes.ts';
import { type Comparison, compareAll, type Runs } from './ratio.ts';
import { startBare, startBuilt, withServer } from './servers.ts';

/** The most memory that was resident in fresh servers, against bare ones under the same load. */
export async function compareMemory(runs: Runs, seconds: number): Promise<Comparison[]> {
  const answer = await withServer(startBuilt, ({ url }) => answerOf(`${url}/`));
  return compareAll(
    {
      'at rest': 'MiB',
      'under a load of /': 'MiB',
      'under a load of bookings': 'MiB',
    },
    runs,
    () => memoryOf(startBuilt, seconds),
    () => memoryOf(() => startBare(answer), seconds),
  );
}

async function memoryOf(startServer: () => Promise<Running>, seconds: number) {
  const under = (kind: LoadKind) => async (server: Running) => {
    const rest = server.memory();
    await load(server.url, kind, seconds);
    return { rest, loaded: server.memory() };
  };
  const read = await withServer(startServer, under('pages'));
  const booked = await withServer(startServer, under('bookings of as many addresses'));
  return {
    'at rest': read.rest,
    'under a load of /': read.loaded,
    'under a load of bookings': booked.loaded,
  };
}
