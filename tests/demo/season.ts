import { spamSignalsOf } from '../../booking/spam.ts';
import { dispatch } from '../../server/desk/delivery/dispatch.ts';
import { acquireDelivery, completeDelivery } from '../../server/desk/delivery/leases.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { readLead } from '../../server/desk/leads/lists.ts';
import { type Calendar, followUpDates, morningOf } from '../../server/desk/leads/times.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { addPageLoads } from '../../server/store/page-loads.ts';
import { addSource } from '../../server/store/sources.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';

/** The people who sign in to the demo's inbox. The first one reads the report. */
export const users = ['demo@provider.example', 'colleague@provider.example'] as const;

const hour = 3_600_000;
const season = 89 * 24 * hour;

/** The running demo delivers leads that are younger than this, so that it really sends their emails. */
const sentBefore = 96 * hour;

/** Thirty first names and trades. `.example` is reserved: no such company has an address (RFC 2606). */
const firstNames =
  'Ada Ben Cleo Dan Eva Finn Gina Hugo Ida Jan Kim Lea Max Nora Otto Pia Quinn Rosa Sam Tina Udo Vera Will Xenia Yuri Zoe Amy Bob Cora Dora';
const trades =
  'Bakery Shipping Museum Brewery Pharmacy Orchard Shipyard Foundry Winery Archive Sawmill Dairy Quarry Printers Nursery Shipping Glassworks Tannery Observatory Cannery Mill Garage Studio Bakery Clinic Depot Harbor Library Theater Zoo';
const spammers = [7, 24];

/** Hours from the request to the first contact, taken in turn. */
const waits = [2, 5, 26, 1, 8, 50];
/** Their sources, in turn. The first three are the provider's names. */
const sources = ['fair-2026', 'newsletter', 'ad', 'google', 'direct', 'linkedin', 'google'];
const notes = [
  'Sent the price list. Decides next month.',
  'Wants a call with the technical lead.',
  'No budget this year.',
];

/**
 * Writes thirty invented leads of the last 89 days into a new database in `folder`: old ones are closed,
 * later ones contacted, the last ones new, and two quarantined.
 */
export async function fillSeason(folder: string, calendar: Calendar): Promise<void> {
  const today = Date.now();
  let now = today - season;
  const store = await openSqlite({ folder, now: () => now });
  try {
    for (const name of sources.slice(0, 3)) await addSource(store, name);
    const companies = trades.split(' ');
    for (const [index, first] of firstNames.split(' ').entries()) {
      // More leads towards the end. The last one came ten minutes ago.
      const age = season * ((29 - index) / 29) ** 1.3 + hour / 6;
      now = today - age;
      const source = sources[index % sources.length] ?? '';
      await load(store, index);
      await request(store, first, companies[index] ?? '', source, spammers.includes(index));
      if (age < sentBefore || spammers.includes(index)) continue;
      await markSent(store);
      const wait = (waits[index % waits.length] ?? 0) * hour;
      now += wait;
      await answer(store, index, calendar, today);
      now = Math.min(now + 3 * wait + 24 * hour, today);
      if (index < 16)
        await changeLeads(store, [{ id: index + 1 }], { who: users[0], state: 'closed' });
    }
  } finally {
    await store.close();
  }
}

/** Some loads of both pages from each source. */
async function load(store: Store, index: number): Promise<void> {
  for (const [nth, source] of [...new Set(sources)].entries())
    await addPageLoads(store, [
      { page: '/', language: 'en', source, loads: 2 + (nth + 2) * ((index * (nth + 2)) % 7) },
      { page: '/book', language: 'en', source, loads: 1 + ((index + nth) % 3) },
    ]);
}

async function request(
  store: Store,
  first: string,
  trade: string,
  source: string,
  isSpam: boolean,
) {
  const booking = {
    ...ada,
    name: isSpam ? `${first} https://prize.example/${first}` : `${first} Sample`,
    company_name: `Example ${trade}`,
    email: `${first}@${trade}.example`.toLowerCase(),
  };
  const spam_signals = spamSignalsOf(booking, isSpam);
  await insertBookings(store, [{ ...booking, spam_signals }], {
    language: 'en',
    time_zone: 'Europe/London',
    source,
  });
}

async function markSent(store: Store): Promise<void> {
  await dispatch(store, ['mail']);
  const acquired = await acquireDelivery(store, 'mail', hour);
  if (acquired) await completeDelivery(store, acquired, { state: 'done' });
}

/** Every third lead gets a note. The later leads get an owner and a day on which they return. */
async function answer(store: Store, index: number, calendar: Calendar, today: number) {
  const who = users[index % 4 === 0 ? 1 : 0];
  const id = index + 1;
  for (const user of users) await readLead(store, id, user);
  const note = index % 3 === 0 ? notes[(index / 3) % notes.length] : undefined;
  await changeLeads(store, [{ id }], { who, state: 'contacted', ...(note && { note }) });
  const [date = ''] = followUpDates(today, calendar).slice(index % 3);
  const at = morningOf(date, today, calendar);
  if (index >= 20 && at)
    await changeLeads(store, [{ id }], { who, owner: who, followUp: { date, at } });
}
