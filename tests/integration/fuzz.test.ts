import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBooking } from '../../booking/parse.ts';
import { fuzzedRequest, send } from '../support/fuzz.ts';
import { ada, startServer } from '../support/server.ts';

/** FUZZ_RUNS=100000 npx vitest run tests/integration/fuzz.test.ts tries more; FUZZ_SEED repeats a failure. */
const { FUZZ_RUNS = '600', FUZZ_SEED } = process.env;

test('whatever a stranger sends gets a clear answer, and only whole bookings are stored', {
  timeout: Number(FUZZ_RUNS) * 100,
}, async () => {
  const server = await startServer();
  let acknowledged = 0;
  await fc.assert(
    fc.asyncProperty(fuzzedRequest, async (request) => {
      const answer = await send(server.url, request);
      expect(answer?.status ?? 400).toBeLessThan(500);
      expect(answer?.headers ?? '').not.toMatch(/^(server|set-cookie|x: y)/im);
      expect(answer?.body ?? '').not.toMatch(/SQLITE|node:|\.ts:\d/);
      if (answer?.status === 201 || /^location: \/#booked/im.test(answer?.headers ?? ''))
        acknowledged += 1;
    }),
    {
      numRuns: Number(FUZZ_RUNS),
      ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
    },
  );
  // The generator has to reach the store, or nothing was tried.
  expect(acknowledged).toBeGreaterThan(Number(FUZZ_RUNS) / 100);
  const rows = server.rows();
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, company_name, email } of rows) {
    const parsed = parseBooking({ name, company_name, email });
    expect(parsed).toEqual({ ok: true, booking: { name, company_name, email } });
  }
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect((await server.post(ada)).status).toBe(201);
});
