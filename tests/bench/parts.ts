import { startOwnPostgres } from '../support/postgres.ts';
import { startPostgrest } from '../support/postgrest.ts';
import { type LoadKind, load, rawInserts } from './load.ts';
import { type Comparison, compare, compareOne } from './ratio.ts';
import { type Answer, answerOf, type Running, startBare, startBuilt } from './servers.ts';

/**
 * Loads each of these paths, and a bare server with the same bytes. Counts answers per second of processor time,
 * because the load generator may be slower than the server.
 */
export async function comparePages(paths: readonly string[], runs: number, seconds: number) {
  await using built = await startBuilt();
  const comparisons: Comparison[] = [];
  for (const path of paths) {
    await using bare = await startBare(await answerOf(built.url + path));
    const measure = async (server: Running) => {
      const before = server.processor();
      const { total } = await load(server.url + path, 'pages', seconds);
      return total / (server.processor() - before);
    };
    // Warm up, because code is slow before it is compiled.
    await Promise.all([measure(built), measure(bare)]);
    const measures = [() => measure(built), () => measure(bare)] as const;
    const what = `GET ${path}, 32 at once`;
    comparisons.push(...(await compareOne(what, '/s of processor', runs, ...measures)));
  }
  return comparisons;
}

/** The processor time of a counted page load, compared with one in a frame, which is not counted. */
export async function compareCounts(paths: readonly string[], runs: number, seconds: number) {
  await using built = await startBuilt();
  const comparisons: Comparison[] = [];
  for (const path of paths) {
    const cost = (kind: LoadKind) => async () => {
      const before = built.processor();
      const { total } = await load(built.url + path, kind, seconds);
      return ((built.processor() - before) / total) * 1e6;
    };
    // Warm up, because code is slow before it is compiled.
    await cost('visits')();
    const costs = [cost('visits'), cost('frames')] as const;
    comparisons.push(...(await compareOne(`GET ${path}`, 'µs of processor', runs, ...costs)));
  }
  return comparisons;
}

/** Bookings posted to a fresh server each time, compared with raw inserts into a fresh database. */
export function compareBookings(runs: number, seconds: number): Promise<Comparison[]> {
  const post = async () => {
    await using server = await startBuilt();
    // Await the result here, because the server ends when this function returns.
    return await bookingRate(`${server.url}/rest/v1`, seconds);
  };
  const insert = async () => (await rawInserts(seconds)).rate;
  return compareOne('bookings, 64 at once', '/s', runs, post, insert);
}

/** Bookings posted to the server on each engine, compared with PostgREST in front of the same PostgreSQL. */
export async function comparePostgrest(runs: number, seconds: number): Promise<Comparison[]> {
  const postgres = await startOwnPostgres();
  const onPostgres = { DATABASE_URL: postgres.url };
  // The server migrates the database.
  await (await startBuilt(onPostgres))[Symbol.asyncDispose]();
  const postgrest = await startPostgrest(postgres.url, 10);
  const built = (settings: Readonly<Record<string, string>>) => async () => {
    await using server = await startBuilt(settings);
    // Await the result here, because the server ends when this function returns.
    return await bookingRate(`${server.url}/rest/v1`, seconds);
  };
  const theirs = () => bookingRate(postgrest.url, seconds);
  const comparisons = [
    ...(await compareOne('on SQLite, 64 at once', '/s', runs, built({}), theirs)),
    ...(await compareOne('on PostgreSQL, 64 at once', '/s', runs, built(onPostgres), theirs)),
  ];
  await postgrest.stop();
  await postgres.remove();
  return comparisons;
}

async function bookingRate(url: string, seconds: number): Promise<number> {
  // Warm up, because code is slow before it is compiled.
  await load(url, 'bookings', 1);
  return (await load(url, 'bookings', seconds)).rate;
}

/** The peak resident memory of fresh servers, compared with bare ones under the same load. */
export async function compareMemory(runs: number, seconds: number): Promise<Comparison[]> {
  const answer = await landingPage();
  const measure = (startServer: typeof startBuilt) => async () => {
    const under = async (kind: LoadKind) => {
      await using server = await startServer();
      const rest = server.memory();
      await load(kind === 'pages' ? server.url : `${server.url}/rest/v1`, kind, seconds);
      return { rest, loaded: server.memory() };
    };
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

async function landingPage(): Promise<Answer> {
  await using server = await startBuilt();
  return answerOf(`${server.url}/`);
}
