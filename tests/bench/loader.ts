// node tests/bench/loader.ts URL KIND SECONDS: the load, in a process of its own, so that whoever
// measures beside it is not held up. Prints what was answered, as JSON.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type LoadKind, type LoadResult, words } from './load.ts';
import { percentile } from './ratio.ts';

const [url = '', kind = '', seconds = ''] = process.argv.slice(2);
const kinds: Readonly<Record<LoadKind, Partial<autocannon.Options>>> = {
  pages: { connections: 32, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } },
  'bookings of one address': bookings(() => words.email),
  'bookings of as many addresses': bookings(() => `${randomUUID()}@bakery.example`),
};
const options = Object.entries(kinds).find(([name]) => name === kind)?.[1];
if (options === undefined) throw new Error(`No load '${kind}': ${Object.keys(kinds)}`);
const times: number[] = [];
const result = await autocannon({
  url,
  duration: Number(seconds),
  ...options,
  // The times in autocannon's own result are whole milliseconds.
  setupClient: (client) =>
    client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds)),
});
if (result.non2xx > 0 || result.errors > 0 || times.length === 0) {
  throw new Error(
    `${times.length} requests were answered, ${result.non2xx} of them refused, and ${result.errors} not`,
  );
}
const figures: LoadResult = {
  total: times.length,
  rate: times.length / result.duration,
  p99: percentile(times, 99),
};
console.log(JSON.stringify(figures));

/** As the page's script sends them, each with a key of its own. */
function bookings(email: () => string): Partial<autocannon.Options> {
  return {
    connections: 64,
    method: 'POST',
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: '/rest/v1/booking_requests',
          headers: {
            apikey: 'public-client-key',
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ ...words, email: email() }),
        }),
      },
    ],
  };
}
