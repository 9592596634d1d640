import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { answerTo, dialect } from '../support/dialect-calls.ts';
import { type HostedProject, startHostedProject } from '../support/hosted-project.ts';
import { anonKey, postgrestMissing } from '../support/postgrest.ts';
import { startServer } from '../support/server.ts';

if (postgrestMissing) {
  // biome-ignore lint/suspicious/noSkippedTests: the run prints its name as the reason
  test.skip(postgrestMissing);
} else {
  describe('the real PostgREST in front of our migrations', () => tryPostgrest());
}

function tryPostgrest() {
  let project: HostedProject;
  beforeAll(async () => {
    project = await startHostedProject(inject('postgres'));
  });
  afterAll(() => project?.close());

  const stored = (name: string) =>
    project.rows('SELECT * FROM public.booking_requests WHERE name = $1', [name]);
  /** A booking with a name that no other test uses. */
  const someone = () => ({ ...ada, name: `Visitor ${crypto.randomUUID()}` });
  const hostedClient = (headers: Record<string, string> = {}) =>
    createClient(project.hostedUrl.replace('/rest/v1', ''), anonKey, { global: { headers } });
  const hosted = (headers?: Record<string, string>) =>
    hostedClient(headers).from('booking_requests');

  test('stores inserts by @supabase/supabase-js, and a repeated one only once', async () => {
    const booking = someone();
    const table = hosted({ 'Content-Language': 'de' });
    const tries = [];
    for (let i = 0; i < 3; i++) tries.push(await table.insert(booking));
    expect(tries.map(({ status, error }) => ({ status, error }))).toEqual(
      Array(3).fill({ status: 201, error: null }),
    );
    expect(await stored(booking.name)).toMatchObject([{ ...booking, repeats: 2, language: 'de' }]);
    expect(await table.insert({ ...booking, email: 'ada@corrected.example' })).toMatchObject({
      status: 201,
    });
    expect(await stored(booking.name)).toHaveLength(2);
  });

  test('answers like our own data interface, except for the differences in dialect-calls.ts', async () => {
    const { url } = await startServer();
    for (const [name, call, , expected] of dialect) {
      const [ours, theirs] = await Promise.all([
        answerTo(call, `${url}/rest/v1`),
        answerTo(call, project.plainUrl),
      ]);
      const { message, ...same } = ours.answer;
      expect(theirs.answer, name).toMatchObject(expected ?? same);
    }
  });
}
