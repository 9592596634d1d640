import { type LoadKind, load, rawInserts } from './load.ts';
import { type Comparison, compare } from './ratio.ts';
import {
  type Answer,
  answerOf,
  type Running,
  startBare,
  startBuilt,
  withServer,
} from './servers.ts';

/** The least that a browser can be shown. */
const emptyPage: Answer = {
  headers: ['Content-Type', 'text/html; charset=utf-8'],
  body: Buffer.from('<!doctype html><html lang="en"><title>Empty</title>').toString('base64'),
};

/**
 * Each of these paths under load, against a bare server that sends the same bytes. Answers are
 * counted by a second of the server's processor, since by the clock the load may be the slower side.
 */
export function comparePages(
  paths: readonly string[],
  runs: number,
  seconds: number,
): Promise<Comparison[]> {
  return withServer(startBuilt, async (built) => {
    const comparisons: Comparison[] = [];
    for (const path of paths) {
      const rate = `GET ${path}, 32 at once`;
      const measure = async (server: Running) => {
        const before = server.processor();
        const result = await load(server.url + path, 'pages', seconds);
        return { [rate]: result.total / (server.processor() - before) };
      };
      const answer = await answerOf(built.url + path);
      const compared = await withServer(
        () => startBare(answer),
        async (bare) => {
          // What runs for the first time has not been compiled yet.
          await Promise.all([measure(built), measure(bare)]);
          return compare(
            { [rate]: '/s of processor' },
            runs,
            () => measure(built),
            () => measure(bare),
          );
        },
      );
      comparisons.push(...compared);
    }
    return comparisons;
  });
}

/** Bookings posted to a fresh server each time, against raw inserts into a fresh database. */
export function compareBookings(runs: number, seconds: number): Promise<Comparison[]> {
  const what = 'bookings, 64 at once';
  return compare(
    { [what]: '/s' },
    runs,
    () =>
      withServer(startBuilt, async ({ url }) => {
        // What runs for the first time has not been compiled yet.
        await load(url, 'bookings', 1);
        return { [what]: (await load(url, 'bookings', seconds)).rate };
      }),
    async () => ({ [what]: rawInserts(seconds).rate }),
  );
}

/** The time from the start of the process to its first answer. */
export function compareStarts(runs: number): Promise<Comparison[]> {
  const measure = (startServer: typeof startBuilt) => () =>
    withServer(startServer, async ({ startedIn }) => ({ start: startedIn }));
  return compare(
    { start: 'ms' },
    runs,
    measure(startBuilt),
    measure(() => startBare(emptyPage)),
  );
}

/** The most resident memory of fresh servers, against bare ones under the same load. */
export async function compareMemory(runs: number, seconds: number): Promise<Comparison[]> {
  const answer = await withServer(startBuilt, ({ url }) => answerOf(`${url}/`));
  const measure = (startServer: typeof startBuilt) => async () => {
    const under = (kind: LoadKind) =>
      withServer(startServer, async (server) => {
        const rest = server.memory();
        await load(server.url, kind, seconds);
        return { rest, loaded: server.memory() };
      });
    const read = await under('pages');
    const booked = await under('bookings');
    return {
      'at rest': read.rest,
      'under a load of /': read.loaded,
      'under a load of bookings': booked.loaded,
    };
  };
  return compare(
    { 'at rest': 'MiB', 'under a load of /': 'MiB', 'under a load of bookings': 'MiB' },
    runs,
    measure(startBuilt),
    measure(() => startBare(answer)),
  );
}
