import { describe, expect, test } from 'vitest';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { readReport } from '../../server/desk/leads/report.ts';
import { readSourceReport } from '../../server/desk/leads/source-report.ts';
import { createWeeklyReport } from '../../server/desk/leads/weekly-report.ts';
import { insertBookings, listBookings } from '../../server/store/bookings.ts';
import { addPageLoads } from '../../server/store/page-loads.ts';
import { addSource } from '../../server/store/sources.ts';
import { ada } from '../support/ada.ts';
import { day, hour } from '../support/delivery.ts';
import { databases, type TestDatabase } from '../support/engines.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';
import { openProvider } from '../support/provider.ts';

const who = 'sales@example.com';

/**
 * Ten days, each with one lead more than the day before. The leads of the first four days were contacted after 2, 4, 6
 * and 8 hours, and one of the fifth by mistake. One older lead was closed before the report begins.
 */
async function tenDays({ open, pass }: TestDatabase) {
  const store = await open();
  await pass(-100 * day);
  await insertBookings(store, [booking()]);
  await changeLeads(store, [{ id: 1 }], { who, state: 'closed' });
  await pass(100 * day);
  for (let n = 1; n <= 10; n += 1) {
    const values = { company_name: `Day ${n}` };
    const rows = bookings(n).map((row) => ({ ...row, ...values }));
    await insertBookings(store, n > 3 ? [...rows.slice(1), spam(values)] : rows);
    const [newest] = await listBookings(store, { limit: 1, state: 'new' });
    const id = newest?.id ?? 0;
    if (n <= 4) {
      await pass(2 * n * hour);
      await changeLeads(store, [{ id }], { who: n === 1 ? 'mail' : who, state: 'contacted' });
      await pass(-2 * n * hour);
    }
    for (const state of ['contacted', 'new'] as const)
      if (n === 5) await changeLeads(store, [{ id }], { who, state });
    await pass(day);
  }
  return store;
}

describe.each(databases)('the report, in %s', (_, createDatabase) => {
  test('counts leads, times to contact, waiting leads and spam', async () => {
    const store = await tenDays(await createDatabase());
    const { sections } = await readReport(store, { count: 5, unit: 'h', timeZone: 'UTC' });
    const shown = sections.map(({ rows }) =>
      rows.map(({ texts: [text], share }) => (share === undefined ? text : [text, share])),
    );
    expect(shown).toEqual([
      [['4% (2 of 48)', 2 / 48]],
      ['55', ['13% (7 of 55)', 7 / 55]],
      [
        ...['4', ['25% (1 of 4)', 0.25]],
        // The counts under 5 minutes, 1 hour and 4 hours, by the deadline, and late.
        ...[
          ['0', 0],
          ['0', 0],
          ['1', 1 / 48],
          ['1', 1 / 48],
          ['46', 46 / 48],
        ],
      ],
      ['44', ['100% (44 of 44)', 1]],
    ]);
  });

  test('is emailed once a week, by one of two servers', async () => {
    const database = await createDatabase();
    await tenDays(database);
    const { mails, server } = await reader(database);
    const servers = [await server(), await server()];
    const lookAt = async (time: number) => {
      await database.setClock(time);
      await Promise.all(servers.map((look) => look()));
    };
    await lookAt(monday(6, 59));
    expect(mails).toEqual([]);
    await lookAt(monday(7, 1));
    await lookAt(monday(7, 2));
    // A server that starts later in the week finds that the report was sent.
    await lookAt(monday(7, 1) + 3 * day);
    await (await server())();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toMatchObject([{ address: 'boss@example.com' }]);
    for (const part of [mails[0]?.subject, mails[0]?.text, mails[0]?.html])
      for (const value of Object.values(ada)) expect(part).not.toContain(value);
    for (const part of [mails[0]?.text, mails[0]?.html]) expect(part).toContain('4% (2 of 48)');
    // No server ran on the next Monday.
    await lookAt(monday(7, 1) + 9 * day);
    expect(mails).toHaveLength(2);
  });
});

describe.each(databases)('the report of sources, in %s', (_, createDatabase) => {
  test('shows the results of a fair, an advertisement and a newsletter, in the inbox and the email', async () => {
    const database = await createDatabase();
    const store = await database.open();
    for (const name of ['fair-2026', 'ad', 'newsletter']) await addSource(store, name);
    const load = (source: string, loads: number, page = '/') =>
      addPageLoads(store, [{ page, language: 'en', source, loads }]);
    const ask = async (name: string, source: string) =>
      insertBookings(store, [booking({ name })], { source });
    await load('fair-2026', 7);
    await database.setClock(monday(9, 0) - 4 * day);
    await load('ad', 900);
    await load('newsletter', 41);
    await load('fair-2026', 119);
    await load('fair-2026', 1, '/book');
    await load('stranger', 3);
    for (const name of ['Ada', 'Ben', 'Cleo']) await ask(name, 'fair-2026');
    await ask('Dan', 'newsletter');
    await ask('Eva', 'ad');
    await insertBookings(store, [spam()], { source: 'ad' });
    await insertBookings(store, [booking({ name: 'Finn' })]);
    for (const id of [1, 4]) await changeLeads(store, [{ id }], { who, state: 'contacted' });
    await database.pass(5 * hour);
    for (const id of [2, 5]) await changeLeads(store, [{ id }], { who, state: 'closed' });
    const { sections } = await readSourceReport(store, { count: 4, unit: 'h', timeZone: 'UTC' });
    const row = (label: string, ...numbers: number[]) => ({ label, texts: numbers.map(String) });
    const week = [
      row('fair-2026', 120, 3, 1),
      row('ad', 900, 1, 0),
      row('newsletter', 41, 1, 1),
      row('Unknown', 0, 1, 0),
      row('Other', 3, 0, 0),
    ];
    expect(sections.map(({ rows }) => rows)).toMatchObject([
      week.with(0, row('fair-2026', 127, 3, 1)),
      week,
      [row('fair-2026', 7, 0, 0)],
    ]);
    const { mails, server } = await reader(database);
    await database.setClock(monday(7, 1));
    await (await server())();
    const text = mails[0]?.text?.replace(/ +/g, ' ');
    expect(mails[0]?.subject).toMatch(/ Mon 12 Jan 2026$/);
    const lines = ['5 Jan', ...week.map(({ label, texts }) => [label, ...texts].join('\\D+'))];
    expect(text).toMatch(new RegExp(lines.join('\n.*')));
  });
});

/** A reader of the report on this database, and servers that look each minute whether it is due. */
async function reader(database: TestDatabase) {
  const own = { REPORT_EMAIL: 'boss@example.com', TIME_ZONE, CONTACT_WITHIN: '4h' };
  const { mails, server } = await openProvider(own, async () => database);
  return { mails, server: () => server(createWeeklyReport) };
}

/** A time zone that no test machine has: UTC+12:45, in January +13:45. */
const TIME_ZONE = 'Pacific/Chatham';

/** A time of Monday, 12 January 2026, in that zone. */
const monday = (hours: number, minutes: number) =>
  Date.UTC(2026, 0, 12, hours, minutes) - 13.75 * hour;
