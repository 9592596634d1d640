import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { bookingsCommand, bookingsProcess } from '../support/bookings-command.ts';
import { temporaryFolder } from '../support/database.ts';
import { catcher, mailSettings } from '../support/delivery.ts';
import { answerTo, dialect } from '../support/dialect-calls.ts';
import { type HostedProject, startHostedProject } from '../support/hosted-project.ts';
import { asServer } from '../support/postgres-database.ts';
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

  test('is delivered by the worker, which logs in as booking_server', async () => {
    const mails = await catcher();
    const folder = await temporaryFolder();
    const settings = {
      DATABASE_URL: asServer(project.databaseUrl),
      ...mailSettings(mails.url),
      LOG_LEVEL: 'warn',
    };
    const [before, after] = [someone(), someone()];
    await hosted().insert([before, after]);
    expect(await bookingsProcess(['deliver', '--once'], folder, settings)).toMatchObject({
      code: 0,
      stderr: '',
    });
    // One booking's email may name the other, because its sender asked before.
    const about = (name: string) => mails.mails.filter(({ subject }) => subject?.includes(name));
    expect(about(before.name)).toHaveLength(1);
    expect(about(after.name)).toHaveLength(1);
    const list = await bookingsCommand(['list', '--json'], folder, settings);
    expect(list.stdout).toContain(after.name);
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
