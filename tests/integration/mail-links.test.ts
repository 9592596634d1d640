import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../server/config/config.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { linkToken } from '../../server/desk/mail/links.ts';
import { deskFindings, sendTests } from '../../server/desk/trouble.ts';
import { findBooking, insertBookings, listBookings } from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import { findSecret } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { catcher, day, mailSettings } from '../support/delivery.ts';
import { markupFaults } from '../support/markup.ts';
import { booking, oddNames } from '../support/new-bookings.ts';
import { startServer } from '../support/server.ts';

describe('a link in an email', () => {
  /** A server with one lead, whose email has arrived. */
  async function withLead() {
    const mail = await catcher();
    const server = await startServer({ settings: mailSettings(mail.url) });
    await server.post(ada);
    await expect.poll(() => mail.mails).toHaveLength(1);
    const { text = '' } = mail.mails[0] ?? {};
    const tokenOf = (action: string) =>
      new RegExp(`/m/(${action}.*)$`, 'm').exec(text)?.[1] ?? `no link ${action}`;
    const ask = (token: string, init: RequestInit = {}) =>
      fetch(`${server.url}/m/${token}`, { redirect: 'manual', ...init });
    const found = async () => (await findBooking(server.store, 1)) ?? { booking: null, events: [] };
    return { ...server, ask, found, tokenOf, secret: await findSecret(server.store) };
  }

  test('marks the lead once, when its button is pressed by one of two people', async () => {
    const { ask, found, tokenOf, lines } = await withLead();
    const token = tokenOf('contacted');
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, { Cookie: '__Host-inbox=x', 'Sec-Purpose': 'prefetch' }]) {
        const answer = await ask(token, { method, headers });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        const page = await answer.text();
        expect(page.match(/<button>[^<]*/g)).toEqual(
          method === 'GET' ? ['<button>Mark contacted'] : null,
        );
        expect(await markupFaults(page)).toEqual([]);
      }
    expect((await found()).booking).toMatchObject({ state: 'new', version: 0 });
    const presses = [1, 2].map(() => ask(token, { method: 'POST' }));
    for (const { status, headers } of await Promise.all(presses)) {
      expect([status, headers.get('location')]).toEqual([303, `/m/${token}`]);
      const page = await (await ask(token)).text();
      expect(page).not.toContain('<button>');
      expect(page).not.toContain(ada.email);
    }
    const { booking, events } = await found();
    expect(booking).toMatchObject({ state: 'contacted', version: 1 });
    expect(events).toMatchObject([{ who: 'mail', action: 'contacted' }]);
    // Office programs send such requests, and a mail program may add a character.
    for (const method of ['OPTIONS', 'PROPFIND', 'PUT']) {
      const { status, headers } = await ask(token, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    for (const other of [`${token}%`, `/${token}`]) expect((await ask(other)).status).toBe(404);
    expect(JSON.stringify(lines)).not.toContain(token.slice(-32));
  });

  test('shows a lead whose texts contain markup and hidden characters', async () => {
    const { ask, store, secret } = await withLead();
    for (const [, name, shown] of oddNames) {
      await insertBookings(store, [booking({ name, company_name: '<b>' })]);
      const [lead] = await listBookings(store, { limit: 1 });
      const token = linkToken(secret, 'contacted', lead ?? { id: 0, created_at: '' }, Date.now());
      const page = await (await ask(token)).text();
      expect(page).toContain(`<p>${shown}, &lt;b&gt;</p>`);
    }
  });

  test('postpones the lead to a day', async () => {
    const { ask, found, store, tokenOf } = await withLead();
    const token = tokenOf('again');
    const [, date] = /^again-(\d{4}-\d\d-\d\d)\./.exec(token) ?? [];
    expect(await (await ask(token)).text()).toContain('<button>Again on');
    for (let presses = 0; presses < 2; presses += 1) await ask(token, { method: 'POST' });
    expect(await (await ask(token)).text()).not.toContain('<button>');
    const { booking, events } = await found();
    expect(booking?.follow_up_at).toBe(`${date}T08:00:00.000Z`);
    expect(events).toMatchObject([{ who: 'mail', action: 'postponed', text: date }]);
    await changeLeads(store, [{ id: 1 }], { who: 'cli', state: 'closed' });
    expect(await (await ask(token)).text()).not.toContain('<button>');
  });

  test('stops working with the lead, after thirty days, and in another installation', async () => {
    const { ask, found, tokenOf, secret, store } = await withLead();
    const { booking } = await found();
    if (booking === null) throw new Error('there is no lead');
    const token = tokenOf('contacted');
    const made = (own: string, age: number) =>
      linkToken(own, 'contacted', booking, Date.now() - age);
    const statusOf = async (one: string) => (await ask(one, { method: 'POST' })).status;
    expect(await statusOf(made(secret, 31 * day))).toBe(410);
    expect(await statusOf(made('another', 0))).toBe(404);
    expect(await statusOf(token.replace('contacted', 'accept'))).toBe(404);
    expect(await statusOf(`${token.replace('.1.', '.2.')}`)).toBe(404);
    expect(await statusOf('x/../y')).toBe(404);
    // After a restore, another lead may have the number.
    const earlier = { ...booking, created_at: '2020-01-01T00:00:00.000Z' };
    expect(await statusOf(linkToken(secret, 'contacted', earlier, Date.now()))).toBe(410);
    expect((await found()).booking?.state).toBe('new');
    await eraseBookings(store, { leads: [{ id: 1 }] });
    const erased = await ask(token);
    expect(erased.status).toBe(410);
    expect(await erased.text()).not.toContain(ada.name);
  });

  test('confirms that a test email sent with these settings arrived', async () => {
    const mail = await catcher();
    const { url, store } = await startServer({ settings: mailSettings(mail.url) });
    const settings = { ...mailSettings(mail.url), SITE_URL: 'https://www.example.com' };
    const configWith = (other: object) => checkConfig({ ...settings, ...other }, '/');
    /** The address behind the button of a new test email. */
    async function sendTest(other = {}) {
      await sendTests(configWith(other), (work) => work(store));
      const [, path] =
        /^https:\/\/www.example.com(\/m\/.*)$/m.exec(mail.mails.at(-1)?.text ?? '') ?? [];
      expect(mail.mails.at(-1)?.html).toContain(`href="https://www.example.com${path}"`);
      return `${url}${path}`;
    }
    const codes = async (other = {}) =>
      (await deskFindings(configWith(other)).inStore(store)).map(({ code }) => code);
    const press = (link: string) => fetch(link, { method: 'POST', redirect: 'manual' });
    const link = await sendTest();
    expect(await (await fetch(link)).text()).toContain('<button>');
    expect(await codes()).toContain('mail-unconfirmed');
    expect((await press(link)).status).toBe(303);
    expect(await (await fetch(link)).text()).not.toContain('<button>');
    expect(await codes()).toContain('mail-confirmed');
    for (const other of [
      { SMTP_URL: `${mail.url}/?x` },
      { MAIL_FROM: 'other@example.com' },
      { NOTIFY_EMAIL: 'other@example.com' },
    ])
      expect(await codes(other)).toContain('mail-unconfirmed');
    expect((await press(await sendTest({ NOTIFY_EMAIL: 'other@example.com' }))).status).toBe(410);
  });

  test('takes a lead out of the quarantine', async () => {
    const { ask, post, store, secret } = await withLead();
    await post({ ...ada, name: 'https://spam.example' });
    const [lead] = await listBookings(store, { limit: 1, state: 'quarantined' });
    const token = linkToken(secret, 'accept', lead ?? { id: 0, created_at: '' }, Date.now());
    expect(await (await ask(token)).text()).toContain('<button>Not spam');
    await ask(token, { method: 'POST' });
    expect(await findBooking(store, 2)).toMatchObject({
      booking: { state: 'new' },
      events: [{ who: 'mail', action: 'accepted' }],
    });
  });
});
