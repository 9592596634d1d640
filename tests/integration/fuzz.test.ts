import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingOf } from '../../booking/booking.ts';
import { parseBooking } from '../../booking/parse.ts';
import { countBookings } from '../../server/store/bookings.ts';
import { ada } from '../support/ada.ts';
import { fuzzedRequest } from '../support/fuzz.ts';
import { rawExchange, startServer } from '../support/server.ts';

/** FUZZ_RUNS=100000 npm exec --no -- vitest run tests/integration/fuzz.test.ts tries more; FUZZ_SEED repeats a failure. */
const { FUZZ_RUNS = '600', FUZZ_SEED } = process.env;
const runs = Number(FUZZ_RUNS);

test('whatever a stranger sends gets a clear answer, and only whole bookings are stored', {
  timeout: 300_000 + runs * 100,
}, async () => {
  const server = await startServer();
  let stored = 0;
  let acknowledged = 0;
  const tried = fc.asyncProperty(fuzzedRequest, async (request) => {
    const answer = await rawExchange(server.url, request, 'wait');
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    expect(answer).toMatch(/^$|^HTTP\/1\.1 [1-4]\d\d /);
    expect(headers).not.toMatch(/^(server|set-cookie|x: y)/im);
    expect(body).not.toMatch(/SQLITE|node:|\.ts:\d/);
    const before = stored;
    stored = await countBookings(server.store);
    if (stored === before) return;
    acknowledged += 1;
    expect(headers).toMatch(/^HTTP\/1\.1 201 |^location: \/#booked/im);
  });
  const seed = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
  await fc.assert(tried, { numRuns: runs, ...seed });
  // The generator has to reach the store, or nothing was tried.
  expect(acknowledged).toBeGreaterThan(runs / 50);
  for (const row of server.rows()) {
    const booking = bookingOf((field) => String(row[field]));
    expect(parseBooking(booking)).toEqual({ ok: true, booking });
  }
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect((await server.post(ada)).status).toBe(201);
});
