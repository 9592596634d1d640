import { describe, expect, test } from 'vitest';
import { noticeHeading } from '../../server/desk/delivery/notice.ts';
import { acceptBookings } from '../../server/desk/leads/leads.ts';
import { newRehearsal } from '../../server/desk/rehearsal.ts';
import { deskFindings } from '../../server/desk/trouble.ts';
import { findBooking, insertBookings } from '../../server/store/bookings.ts';
import { findSecret } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { day, hour } from '../support/delivery.ts';
import { databases } from '../support/engines.ts';
import { booking, spam } from '../support/new-bookings.ts';
import { openProvider } from '../support/provider.ts';

const link = 'https://cal.com/company/call';

const settings = {
  ...{ CONTACT_WITHIN: '4h', LANGUAGES: 'en,de', RECEIPTS: 'true' },
  ...{ SCHEDULING_URL: link, CONTACT_EMAIL: 'hello@example.com' },
};

/** The mail server refuses addresses while they are in `refused`. */
async function provider(
  refused: string[] = [],
  createDatabase?: Parameters<typeof openProvider>[1],
) {
  const opened = await openProvider(settings, createDatabase, {
    onRcptTo({ address }, _session, callback) {
      const error = Object.assign(new Error(`No ${address}`), { responseCode: 550 });
      callback(refused.includes(address) ? error : undefined);
    },
  });
  const { config, store } = opened;
  const troubles = async () =>
    (await deskFindings(config).inStore(store)).filter(({ state }) => state !== 'ok');
  return { ...opened, refused, troubles };
}

describe('the receipt', () => {
  test('follows the email to the provider, in the language and the time of the visitor', async () => {
    const { deliver, mails, store } = await provider();
    const details = { language: 'de', time_zone: 'Asia/Tokyo' };
    await insertBookings(store, [booking()], details);
    expect(await deliver()).toEqual(['sales@example.com', ada.email]);
    expect(mails[1]).toMatchObject({
      from: { address: 'website@example.com' },
      replyTo: [{ address: 'hello@example.com' }],
      headers: expect.arrayContaining([
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      ]),
    });
    const written = JSON.stringify(mails[1]);
    for (const part of ['Freitag, 2. Januar um 13:00 (Asia/Tokyo)', link])
      expect(written).toContain(part);
    for (const typed of [ada.name, ada.company_name]) expect(written).not.toContain(typed);
  });

  test.each(databases)(
    'is sent to a mailbox once a day, in %s, and not for a quarantined lead or a rehearsal',
    async (_, create) => {
      const { database, deliver, dispatchAll, store } = await provider([], create);
      const ask = (name: string, email = ada.email) =>
        insertBookings(store, [booking({ name, email })]);
      await ask('A', 'ADA@example.com');
      await ask('B', 'a.da+b@example.com');
      await insertBookings(store, [spam({ email: 'spam@example.com' })]);
      await acceptBookings(store, [3], 'cli');
      const rehearsal = newRehearsal(await findSecret(store));
      await insertBookings(store, [{ ...rehearsal, spam_signals: [] }]);
      await Promise.all([dispatchAll(), dispatchAll()]);
      const toProvider = Array.from({ length: 4 }, () => 'sales@example.com');
      expect(await deliver()).toEqual([...toProvider, 'ADA@example.com']);
      await database.pass(day - 1);
      await ask('C', 'ada+c@example.com');
      expect(await deliver()).toEqual(['sales@example.com']);
      await database.pass(1);
      await ask('D');
      expect(await deliver()).toEqual(['sales@example.com', ada.email]);
    },
  );

  test('is not sent to an impossible address, and a stranger’s rehearsal is an ordinary lead', async () => {
    const { deliver, mails, store } = await provider();
    const emails = ['a@rehearsal.invalid', 'a@REHEARSAL.INVALID', newRehearsal('forged').email];
    await insertBookings(
      store,
      emails.map((email) => booking({ email })),
    );
    expect(await deliver()).toEqual(emails.map(() => 'sales@example.com'));
    for (const [index, { text }] of mails.entries()) {
      expect(text).toContain(noticeHeading);
      expect((await findBooking(store, index + 1))?.booking.state).toBe('new');
    }
  });

  test('waits up to a day for the provider’s own delivery', async () => {
    const { database, deliver, refused, store, troubles } = await provider(['sales@example.com']);
    await insertBookings(store, [booking()]);
    expect(await deliver()).toEqual([]);
    await database.pass(day);
    refused.pop();
    expect(await deliver()).toEqual(['sales@example.com']);
    expect(await troubles()).toEqual([]);
  });

  test('that is refused raises no alert, and its address is not logged', async () => {
    const { database, deliver, lines, store, troubles } = await provider([ada.email]);
    await insertBookings(store, [booking()]);
    expect(await deliver()).toEqual(['sales@example.com']);
    await database.pass(2 * hour);
    expect(await deliver()).toEqual([]);
    expect(await troubles()).toEqual([]);
    const { booking: lead, deliveries = [] } = (await findBooking(store, 1)) ?? {};
    expect(lead?.delivery).toBe('done');
    expect(deliveries.find(({ channel }) => channel === 'receipt')?.state).toBe('dead');
    expect(JSON.stringify(lines)).not.toContain(ada.email);
  });
});
