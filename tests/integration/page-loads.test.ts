import { expect, test, vi } from 'vitest';
import { addPageLoads } from '../../server/store/page-loads.ts';
import { addSource, removeSource } from '../../server/store/sources.ts';
import { bareRequest } from '../support/bare-request.ts';
import { bookingsCommand, bookingsFolder, storeIn } from '../support/bookings-command.ts';
import { lockDatabase } from '../support/database.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The headers of a browser when a person opens a page. */
const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

/** Loads a page like a browser, with these additional headers. Returns the status. */
async function load({ url }: TestServer, path: string, headers: Record<string, string> = {}) {
  return (await bareRequest(url + path, 'GET', { ...visit, ...headers })).status;
}

/** Lets ten seconds pass. Asserts that the table, summed over its days, has exactly these rows and columns. */
async function expectRows({ store }: TestServer, rows: readonly object[]) {
  vi.advanceTimersByTime(10_000);
  const written = async () => {
    const counts = new Map<string, { loads: number }>();
    const found = await store.read((db) =>
      db.selectFrom('page_loads').selectAll().orderBy('page').orderBy('source').execute(),
    );
    for (const { day, loads, ...row } of found) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      const key = JSON.stringify(row);
      counts.set(key, { ...row, loads: loads + (counts.get(key)?.loads ?? 0) });
    }
    return [...counts.values()];
  };
  await expect.poll(written).toEqual(rows);
}

const row = (page: string, source: string, loads: number) => ({
  page,
  language: 'en',
  source,
  loads,
});

test('page loads have the source of the visit, or `other` for an unknown or removed name', async () => {
  useFakeTimers('setInterval');
  const server = await startServer();
  for (const name of ['fair-2026', 'ad']) await addSource(server.store, name);
  for (const path of ['/?from=fair-2026', '/?from=ad', '/?from=who']) await load(server, path);
  // A link within the site. The name in the previous address still counts.
  const within = { 'sec-fetch-site': 'same-origin', referer: `${server.url}/?from=fair-2026` };
  await load(server, '/book', within);
  await removeSource(server.store, 'ad');
  await expectRows(server, [
    ...[row('/', 'fair-2026', 1), row('/', 'other', 2), row('/book', 'fair-2026', 1)],
  ]);
});

test('a request other than a page visit is not counted', async () => {
  useFakeTimers('setInterval');
  const server = await startServer();
  for (const [method, path, headers] of [
    ['HEAD', '/', {}],
    ['POST', '/', {}],
    ['GET', '/', { 'sec-fetch-dest': 'iframe' }],
    ['GET', '/', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', '/book/', {}],
    ['GET', '/nowhere', {}],
  ] as const)
    await bareRequest(server.url + path, method, { ...visit, ...headers });
  await load(server, '/book');
  await expectRows(server, [row('/book', 'direct', 1)]);
});

test('invented names cannot fill the memory: from the 500th on they count as `other`', async () => {
  useFakeTimers('setInterval');
  const server = await startServer();
  await addSource(server.store, 'n499');
  await addSource(server.store, 'n500');
  for (let n = 0; n <= 500; n += 1)
    await server.app.inject({ url: `/?from=n${n}`, headers: visit });
  await expectRows(server, [row('/', 'n499', 1), row('/', 'other', 500)]);
});

test('during an outage of the database counts are lost, but pages are served', async () => {
  useFakeTimers('setInterval');
  const server = await startServer({ limits: { busyTimeout: 0 } });
  const unlock = lockDatabase(server.folder);
  expect(await load(server, '/')).toBe(200);
  vi.advanceTimersByTime(10_000);
  const failed = expect.objectContaining({ level: 50, code: 'page-loads' });
  await expect.poll(() => server.lines).toContainEqual(failed);
  unlock();
  expect(await load(server, '/book')).toBe(200);
  await expectRows(server, [row('/book', 'direct', 1)]);
});

test('a stop writes the counts', async () => {
  const first = await startServer();
  await load(first, '/');
  await first.close();
  const second = await startServer({ settings: { DATA_DIR: first.folder } });
  useFakeTimers('setInterval');
  await expectRows(second, [row('/', 'direct', 1)]);
});

test('export --counts writes the loads of the selected days', async () => {
  const folder = await bookingsFolder([]);
  for (const [day, loads] of [
    ['2026-01-01', 1],
    ['2026-01-02', 2],
    ['2026-01-03', 3],
  ] as const) {
    const store = await storeIn(folder, { now: () => Date.parse(`${day}T23:59:59Z`) });
    await addPageLoads(store, [{ page: '/', language: 'en', source: 'google', loads }]);
  }
  const days = ['--since', '2026-01-02T12:00', '--until', '2026-01-03'];
  const written = await bookingsCommand(['export', '-', '--counts', ...days], folder);
  const lines = ['day,page,language,source,loads', '2026-01-02,/,en,google,2', ''];
  expect(written).toMatchObject({ code: 0, stdout: lines.join('\r\n') });
  const refused = await bookingsCommand(['export', '-', '--counts', '--text', 'Ada'], folder);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
});
