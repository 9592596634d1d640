import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { readReport } from '../../server/desk/leads/report.ts';
import { createWeeklyReport } from '../../server/desk/leads/weekly-report.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { catcher, hour, mailSettings, minute } from '../support/delivery.ts';
import { acquire, databases } from '../support/engines.ts';

const day = 24 * hour;
const who = 'sales@example.com';

/**
 * Ten days with one lead more each, of which those of the first four were contacted after 2, 4, 6 and 8
 * hours, and one of the fifth by mistake; one that was closed before the report begins.
 */
async function tenDays(store: Store, clock: { now: number }) {
  clock.now -= 100 * day;
  await store.insertBookings([ada]);
  await store.changeLead(1, { who, state: 'closed' });
  await store.markDeliveriesDone({ bookings: [1] });
  clock.now += 100 * day;
  for (let n = 1; n <= 10; n += 1) {
    const spam = { ...ada, spam_signals: ['honeypot'] } as const;
    await store.insertBookings(Array.from({ length: n }, (_, i) => (i === 3 ? spam : ada)));
    const newest = (await store.listBookings({ limit: 1, state: 'none' }))[0]?.id ?? 0;
    if (n <= 4) {
      clock.now += 2 * n * hour;
      await store.changeLead(newest, { who, state: 'contacted' });
      clock.now -= 2 * n * hour;
    }
    for (const state of ['contacted', 'new'] as const)
      if (n === 5) await store.changeLead(newest, { who, state });
    clock.now += day;
  }
}

describe.each(databases)('the report, in %s', (_, createDatabase) => {
  test('counts how many asked, how soon they were contacted, who waits and what was spam', async () => {
    const { clock, open } = await createDatabase();
    const store = await open();
    await tenDays(store, clock);
    const { sections } = await readReport(store, clock.now, 5 * hour);
    const shown = sections.map(({ rows }) =>
      rows.map(({ text, share }) => (share === undefined ? text : [text, share])),
    );
    expect(shown).toEqual([
      ['55', '10 (Jan 11)', ['13% (7 of 55)', 7 / 55]],
      [
        ...['4', ['4% (2 of 48)', 2 / 48], '5 hours', '8 hours'],
        ...[
          ['0', 0],
          ['1', 0.25],
          ['2', 0.5],
          ['1', 0.25],
          ['0', 0],
          ['0', 0],
          ['0', 0],
        ],
      ],
      [
        ...['44', ['100% (44 of 44)', 1], '9 days'],
        ...[
          ['0', 0],
          ['17', 17 / 44],
          ['22', 0.5],
          ['5', 5 / 44],
          ['0', 0],
        ],
      ],
    ]);
  });

  test('leaves out what no lead gives a number for', async () => {
    const { clock, open } = await createDatabase();
    const { sections } = await readReport(await open(), clock.now, undefined);
    const shown = sections.map(({ rows }) => rows);
    expect(shown.map((rows) => rows.map(({ text }) => text))).toEqual([['0', '0'], ['0'], ['0']]);
    expect(shown.flat().filter(({ share }) => share !== undefined)).toEqual([]);
  });

  test('is mailed once a week, by one of two servers', async () => {
    const { clock, open } = await createDatabase();
    const store = await open('webhook');
    await tenDays(store, clock);
    await store.completeDelivery(await acquire(store, 'webhook'), { state: 'done' });
    const dead = { state: 'dead', error: 'refused' } as const;
    await store.completeDelivery(await acquire(store, 'webhook'), dead);
    const { mails, server } = await reader();
    const servers = [server(store, clock), server(await open(), clock)];
    const look = () => Promise.all(servers.map(({ look }) => look()));
    clock.now = monday(6, 59);
    await look();
    expect(mails).toEqual([]);
    clock.now = monday(7, 1);
    await look();
    await look();
    // One that starts later in the week finds it done.
    clock.now += 3 * day;
    await look();
    await server(await open(), clock).look();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Lodemark: the last 90 days, week of 2026-01-12',
    ]);
    expect(mails[0]?.to).toMatchObject([{ address: 'boss@example.com' }]);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      for (const says of ['Requests', '55', '1 delivered, 46 waiting, 1 given up'])
        expect(part).toContain(says);
      for (const value of Object.values(ada)) expect(part).not.toContain(value);
    }
    expect(mails[0]?.attachments).toEqual([]);
    // Nobody's server ran on the next Monday.
    clock.now = monday(7, 1) + 9 * day;
    await look();
    expect(mails).toHaveLength(2);
  });

  test('that could not be mailed is tried again, and logged once', async () => {
    const { clock, open } = await createDatabase();
    const gone = await catcher();
    await gone.close();
    const { server, mails, url } = await reader();
    const [one, other] = [await open(), await open()];
    const failing = server(one, clock, gone.url);
    clock.now = monday(8, 0);
    for (let tries = 0; tries < 3; tries += 1) {
      await failing.look();
      clock.now += 16 * minute;
    }
    expect(failing.errors()).toEqual([
      expect.stringMatching(/^the weekly report did not go out to REPORT_EMAIL: .* refuses the/),
    ]);
    await server(other, clock, url).look();
    expect(mails).toHaveLength(1);
    clock.now += hour;
    await failing.look();
    expect(failing.errors()).toHaveLength(1);
  });
});

/** Who reads the report, and servers that look each minute whether it is to be sent. */
async function reader() {
  const { url, mails } = await catcher();
  const server = (store: Store, clock: { now: number }, smtp = url) => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    const settings = { ...mailSettings(smtp), REPORT_EMAIL: 'boss@example.com' };
    const look = createWeeklyReport(checkConfig(settings, '/'), store, log, () => clock.now);
    return {
      look: async () => look?.(new AbortController().signal),
      errors: () => lines.filter(({ level }) => level === 50).map(({ msg }) => msg),
    };
  };
  return { url, mails, server };
}

/** A time of Monday, 12 January 2026, on the clock of the machine. */
const monday = (hours: number, minutes: number) => new Date(2026, 0, 12, hours, minutes).getTime();
