import { loadImage } from '@napi-rs/canvas';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { drawReport } from '../../server/inbox/charts.ts';
import { readReport, textOf as textLines } from '../../server/inbox/report.ts';
import { createWeeklyReport } from '../../server/inbox/weekly-report.ts';
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

/** The words in the drawing, and what those hear who cannot see it. */
function wordsIn(svg: string): string[] {
  return [...svg.matchAll(/<(?:text|title)[^>]*>(.*?)<\/(?:text|title)>/gs)].map(([, words = '']) =>
    words.replace(/<[^>]*>/g, ' '),
  );
}

describe.each(databases)('the report, in %s', (_, createDatabase) => {
  test('says its numbers as text: how many, how soon, who waits, what was spam', async () => {
    const { clock, open } = await createDatabase();
    const store = await open();
    await tenDays(store, clock);
    const report = await readReport(store, clock.now, 5 * hour);
    const words = [
      ...wordsIn(drawReport(report)),
      ...textLines(report).replaceAll(/ {2,}/g, ' ').split('\n'),
    ];
    for (const says of [
      'Lodemark: The last 90 days, October 15, 2025\u2009–\u2009January 12, 2026',
      'Requests: 55',
      'Most on one day: 10 (January 11)',
      'Contacted: 4',
      'First contact, median: 5 hours',
      'First contact, longest: 8 hours',
      'Contacted within 5 hours: 4% (2 of 48)',
      'Waiting for contact now: 44',
      'Longer than 5 hours: 44',
      'The longest wait: 9 days',
      'Looked like spam: 13% (7 of 55)',
      'Nothing to draw.',
    ])
      expect(words).toContain(says);
  });

  test('is mailed once a week, by one of two servers, with the drawing', async () => {
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
    const [drawing] = mails[0]?.attachments ?? [];
    expect(drawing).toMatchObject({ filename: '2026-01-12.svg', mimeType: 'image/svg+xml' });
    expect(wordsIn(textOf(drawing?.content))).toContain(
      'Webhook: 1 delivered, 46 waiting, 1 given up',
    );
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

const textOf = (content: string | ArrayBuffer | Uint8Array = '') =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** The drawings of a provider whose first language is German. */
async function germanCharts() {
  vi.resetModules();
  vi.doMock('../../content/brand.ts', async (load) => {
    const { brand } = await load<typeof import('../../content/brand.ts')>();
    return { brand: { ...brand, languages: ['de', 'en'] } };
  });
  return import('../../server/inbox/charts.ts');
}

describe('the drawing', () => {
  test.each([0, 3, 100_000])(
    'is well-formed with %i leads, and speaks German too',
    async (count) => {
      const now = Date.UTC(2026, 0, 12);
      const open = Array.from({ length: Math.min(count, 10_000) }, (_, i) =>
        new Date(now - i * hour).toISOString(),
      );
      const figures = {
        days: count === 0 ? [] : [{ day: '2026-01-10', leads: count, quarantined: 1 }],
        contactTimes: open.map((_, i) => i * minute),
        open,
        deliveries: count === 0 ? [] : [{ channel: 'mail:<&@x', done: count, pending: 2, dead: 1 }],
      };
      const [counts, late] = [{ new: count, contacted: 0, closed: 0, quarantined: 0 }, count / 2];
      const report = await readReport(
        {
          findReportFigures: async () => figures,
          countLeads: async () => counts,
          summarizeOverdue: async (askedBefore) => ({
            count: askedBefore > now - 2 * day ? late : 0,
            oldest: null,
          }),
        },
        now,
        24 * hour,
      );
      expect(report.open).toMatchObject({ count, overdue: late });
      const svg = (await germanCharts()).drawReport(report);
      const image = await loadImage(Buffer.from(svg));
      expect(image.width / image.height).toBeCloseTo(210 / 297, 2);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null|style=|<&/);
      const number = new Intl.NumberFormat('de').format(count);
      expect(wordsIn(svg)).toContain('Anfragen');
      expect(wordsIn(svg)).toContainEqual(expect.stringMatching(`^${number} *$`));
    },
  );
});
