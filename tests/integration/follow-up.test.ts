import { describe, expect, test } from 'vitest';
import { acceptBookings, changeLeads } from '../../server/desk/leads/leads.ts';
import {
  createOwnerMail,
  createQuarantineReport,
  createReminders,
  createReturns,
} from '../../server/desk/leads/reminders.ts';
import { morningOf } from '../../server/desk/leads/times.ts';
import { findBooking, insertBookings } from '../../server/store/bookings.ts';
import { ada } from '../support/ada.ts';
import { day, hour, minute } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { booking, bookings, oddNames, spam } from '../support/new-bookings.ts';
import { openProvider } from '../support/provider.ts';

/** A Friday, the second of January, at one in the morning in Berlin. */
const settings = {
  SITE_URL: 'https://www.example.com',
  CONTACT_WITHIN: '4h',
  OPENING_HOURS: 'Mo-Fr 09:00-17:00, -2026-01-02',
  TIME_ZONE: 'Europe/Berlin',
};

/** Accepts or refuses an email for this address. */
type Recipient = (address: string, done: (error: Error | null) => void) => Promise<void>;

async function providerOn(
  createDatabase: (typeof databases)[number][1],
  own: Record<string, string> = {},
  onMail: Recipient = async (_, done) => done(null),
) {
  const { server, ...opened } = await openProvider({ ...settings, ...own }, createDatabase, {
    onRcptTo: ({ address }, _session, done) => void onMail(address, done),
  });
  return {
    ...opened,
    returns: await server(createReturns),
    quarantine: await server(createQuarantineReport),
    reminders: await server(createReminders),
    owners: await server(createOwnerMail),
    ownersWithoutMail: await server(createOwnerMail, { SMTP_URL: 'smtp://127.0.0.1:9' }),
  };
}

describe.each(databases)('the provider, in %s', (_, createDatabase) => {
  const provider = (own: Record<string, string> = {}) => providerOn(createDatabase, own);

  test('gets an email with the lead, the deadline, earlier leads and actions', async () => {
    const { store, database, deliver, mails } = await provider({ INBOX_USERS: 'a@example.com' });
    await insertBookings(store, [booking({ email: 'ADA@example.com' })]);
    await changeLeads(store, [{ id: 1 }], { who: 'cli', state: 'contacted' });
    await insertBookings(store, [
      booking({ name: 'Charles', company_name: 'ANALYTICAL ENGINES', email: 'b@b.example' }),
    ]);
    await insertBookings(store, [
      spam(),
      booking({ name: 'Other', email: 'c@c.example', company_name: 'C' }),
    ]);
    await database.pass(day);
    const details = { language: 'de', time_zone: 'Asia/Tokyo' };
    await insertBookings(store, [booking({ name: 'Ada \u202e\r\n' })], details);
    await deliver();
    const { text = '', html = '' } = mails.at(-1) ?? {};
    const facts = [
      'Ada \\u202e',
      'Mon 5 Jan, 13:00',
      'Sat, 3 Jan 2026, 01:00 (Europe/Berlin)',
      /09:00 \w+, 01:00 \w+ \(Asia\/Tokyo\)/,
      'German',
      /Fri 2 Jan .*\b2\b.*Fri 2 Jan .*Ada Lovelace.*\b1\b/,
      'https://www.example.com/inbox/leads/5',
    ];
    for (const fact of facts) for (const part of [text, html]) expect(part).toMatch(fact);
    // A stranger may have entered the company's name.
    for (const part of [text, html]) expect(part).not.toContain('Charles');
    const [, ofOther, ofSame] =
      /, ([^,]+) \(\D*2\); .*, ([^,]+) \(\D*1\)/.exec(text) ?? expect.fail();
    expect(ofOther).not.toBe(ofSame);
    const actions = Array.from(text.matchAll(/^(.*):\n.*\/m\/([^.]+)/gm), ([, ...pair]) => pair);
    expect(actions).toEqual([
      ['Mark contacted', 'contacted'],
      ['Again on Mon 5 Jan', 'again-2026-01-05'],
      ['Again on Tue 6 Jan', 'again-2026-01-06'],
      ['Again on Mon 12 Jan', 'again-2026-01-12'],
    ]);
  });

  test('gets an email to the owner in the morning when a postponed lead returns', async () => {
    const owner = 'Office@example.com';
    const { config, store, database, returns, reminders, mails } = await provider({
      INBOX_USERS: `sales@example.com,${owner}`,
    });
    await insertBookings(store, [booking(), booking({ name: 'Ben' })]);
    const at = morningOf('2026-01-05', database.now(), config.calendar) ?? '';
    expect(at).toBe('2026-01-05T08:00:00.000Z');
    const followUp = { date: '2026-01-05', at };
    await changeLeads(store, [{ id: 1 }], { who: 'a@example.com', followUp, owner });
    await changeLeads(store, [{ id: 2 }], { who: 'a@example.com', followUp });
    await database.setClock(Date.parse(at) - 1);
    await returns();
    await reminders();
    expect(mails).toEqual([]);
    await database.pass(1);
    await Promise.all([returns(), returns()]);
    await returns();
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject]).sort()).toEqual([
      [owner, expect.stringContaining(`: ${ada.name}, ${ada.company_name}`)],
      ['sales@example.com', expect.stringContaining(`: Ben, ${ada.company_name}`)],
    ]);
    expect(await findBooking(store, 1)).toMatchObject({
      booking: { follow_up_at: null, owner },
      events: [
        { action: 'postponed', text: '2026-01-05' },
        { action: 'assigned', text: owner },
        { who: 'server', action: 'returned' },
      ],
    });
    await changeLeads(store, [{ id: 2 }], { who: 'cli', followUp: { date: '2026-01-12', at } });
    await changeLeads(store, [{ id: 2 }], { who: 'cli', state: 'closed' });
    expect((await findBooking(store, 2))?.booking.follow_up_at).toBeNull();
  });

  test('a new owner gets an email about the leads, also after a crash', async () => {
    const { store, database, owners, ownersWithoutMail, mails } = await provider();
    const [ada, ben] = ['ada@example.com', 'Ben@example.com'];
    const give = (id: number, owner: string) => changeLeads(store, [{ id }], { who: ada, owner });
    for (const row of bookings(4)) await insertBookings(store, [row]);
    await give(1, ben);
    await give(2, ben);
    await give(3, ada);
    await ownersWithoutMail();
    // The lead got another owner before the email was sent.
    await give(2, ada);
    await database.pass(16 * minute);
    await Promise.all([owners(), owners()]);
    await give(4, ben);
    await owners();
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      [ben, expect.stringContaining(': Ada 001,')],
      [ben, expect.stringContaining(': Ada 004,')],
    ]);
    await give(1, 'late@example.com');
    await database.pass(4 * day);
    await owners();
    expect(mails).toHaveLength(2);
  });
});

describe('the provider', () => {
  const [[, createDatabase]] = databases;
  const provider = (own: Record<string, string> = {}, onMail?: Recipient) =>
    providerOn(createDatabase, own, onMail);

  test('gets one report a day about requests that look like spam', async () => {
    const { store, database, quarantine, mails } = await provider();
    const look = async (time: string, name?: string) => {
      await database.setClock(Date.parse(time));
      if (name !== undefined) await insertBookings(store, [spam({ name })]);
      await Promise.all([quarantine(), quarantine()]);
    };
    await look('2026-01-02T13:59Z', 'First');
    expect(mails).toEqual([]);
    await look('2026-01-02T14:00Z', 'Second');
    await look('2026-01-02T22:00Z', 'Third');
    await look('2026-01-03T00:00Z');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text?.match(/\/m\/accept/g)).toHaveLength(2);
    expect(mails[0]?.text).toContain('./lodemark accept 1 2');
    await look('2026-01-03T14:00Z');
    expect(mails[1]?.subject).toContain(`: Third, ${ada.company_name}`);
    await look('2026-01-04T14:00Z');
    expect(mails).toHaveLength(2);
  });

  test('gets a list again only if it was not sent, and a lead that changes meanwhile stays due', async () => {
    let meanwhile: () => Promise<unknown> = async () => {};
    const { store, database, mails, quarantine, returns, owners } = await provider({}, (to, done) =>
      meanwhile().then(() => done(to === 'gone@example.com' ? new Error('no') : null)),
    );
    const change = (id: number, more: object) =>
      changeLeads(store, [{ id }], { who: 'cli', ...more });
    const lead = async (id: number) => (await findBooking(store, id))?.booking;
    await database.setClock(Date.parse('2026-01-05T14:00Z'));
    await insertBookings(store, [spam()]);
    meanwhile = () => acceptBookings(store, [1], 'cli');
    await quarantine();
    expect(await lead(1)).toMatchObject({ state: 'new', reminded_at: null });

    const postponed = (at: string) => ({ followUp: { date: at.slice(0, 10), at } });
    await change(1, postponed('2026-01-05T13:00:00.000Z'));
    meanwhile = () => change(1, postponed('2026-01-07T08:00:00.000Z'));
    await returns();
    expect((await lead(1))?.follow_up_at).toBe('2026-01-07T08:00:00.000Z');

    await change(1, { owner: 'ben@example.com' });
    meanwhile = () => change(1, { owner: 'cleo@example.com' });
    await owners();
    meanwhile = async () => {};
    await owners();
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([
      ...['sales@example.com', 'sales@example.com', 'ben@example.com', 'cleo@example.com'],
    ]);

    // One owner's mailbox does not exist: the next attempt is not due yet.
    await insertBookings(store, bookings(2));
    await change(2, { owner: 'gone@example.com' });
    await change(3, { owner: 'ben@example.com' });
    await owners();
    await change(3, { owner: 'cleo@example.com' });
    await owners();
    expect(mails).toHaveLength(5);
  });

  test('reads one time where the zone is unknown', async () => {
    const { store, deliver, mails } = await provider({ SITE_URL: '' });
    await insertBookings(store, [booking()], { time_zone: 'Nowhere/Town' });
    await deliver();
    for (const part of ['Nowhere', 'http']) expect(mails[0]?.text).not.toContain(part);
  });

  test.each(oddNames)('reads each lead of a list with %s on one line', async (_, name, shown) => {
    const { store, database, mails, ...lists } = await provider();
    await insertBookings(store, [booking({ name, company_name: name })]);
    await insertBookings(store, [spam({ name, company_name: name, email: `spam-${ada.email}` })]);
    const at = '2026-01-05T08:00:00.000Z';
    await database.setClock(Date.parse(at) + 6 * hour);
    const followUp = { date: '2026-01-05', at };
    await changeLeads(store, [{ id: 1 }], { who: 'cli', followUp, owner: 'ben@example.com' });
    await lists.reminders();
    await lists.quarantine();
    await lists.owners();
    await lists.returns();
    expect(mails).toHaveLength(4);
    for (const { headers, subject, text, html } of mails) {
      expect(headers.map(({ key }) => key)).not.toContain('bcc');
      expect(subject).toContain(`: ${shown}`.slice(0, 200));
      for (const part of [text, html]) expect(part).toContain(`${shown}, ${shown}, `);
    }
  });
});
