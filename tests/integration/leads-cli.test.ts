import { describe, expect, test } from 'vitest';
import { hashOf, newToken, redeemLink } from '../../server/desk/inbox/sessions.ts';
import { changeLeads } from '../../server/desk/leads/leads.ts';
import { ada } from '../support/ada.ts';
import {
  bookingsCommand,
  bookingsFolder,
  printedJson,
  storeIn,
} from '../support/bookings-command.ts';
import { minute } from '../support/delivery.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';

const who = 'sales@example.com';
const inbox = { INBOX_USERS: 'Sales@example.com,office@example.com' };

describe('contacted', () => {
  test('marks leads by numbers, and names missing and quarantined ones', async () => {
    const folder = await bookingsFolder([...bookings(4), spam()]);
    const { code, stderr } = await bookingsCommand(['contacted', '1', '3', '4', '5', '6'], folder);
    expect(code).toBe(1);
    for (const part of ['6', '5', 'accept']) expect(stderr).toContain(part);
    const leads = await printedJson(['list'], folder);
    const states = ['contacted', 'contacted', 'new', 'contacted'];
    expect(leads.map(({ state }: { state: string }) => state)).toEqual(states);
    const { events } = await printedJson(['show', '4'], folder);
    expect(events).toMatchObject([{ who: 'cli', action: 'contacted' }]);
  });
});

describe('show', () => {
  test('prints the state and the history of a lead', async () => {
    const folder = await bookingsFolder([booking()], { channels: ['mail'] });
    await bookingsCommand(['contacted', '1'], folder);
    const store = await storeIn(folder);
    await changeLeads(store, [{ id: 1 }], { who, note: 'Rang:\nnobody there' });
    await changeLeads(store, [{ id: 1 }], { who, state: 'closed' });
    await bookingsCommand(['replay', '1'], folder);
    const { stdout } = await bookingsCommand(['show', '1'], folder);
    for (const part of ['closed', 'pending', 'nobody there', 'cli', 'contacted', who, 'replayed'])
      expect(stdout).toContain(part);
    expect(await printedJson(['show', '1'], folder)).toMatchObject({
      ...{ ...ada, state: 'closed', note: 'Rang:\nnobody there' },
      ...{ contacted_at: expect.any(String), closed_at: expect.any(String) },
      events: [{ action: 'contacted', who: 'cli' }, { who }, { who }, { action: 'replayed' }],
    });
  });
});

describe('the inbox', () => {
  test('accepts a link of inbox-link once, for ten minutes', async () => {
    const folder = await bookingsFolder();
    const settings = { ...inbox, SITE_URL: 'https://www.example.com' };
    const printed = await bookingsCommand(['inbox-link', ' SALES@example.com '], folder, settings);
    expect(printed.code).toBe(0);
    const [, token = ''] =
      /^https:\/\/www\.example\.com\/inbox\/sign-in#([\w-]{43})\n$/.exec(printed.stdout) ?? [];
    const redeemAfter = async (age: number) => {
      const store = await storeIn(folder, { now: () => Date.now() + age });
      return redeemLink(store, hashOf(token), hashOf('browser'), hashOf(newToken()), [who]);
    };
    expect(await redeemAfter(10 * minute)).toBeUndefined();
    expect(await redeemAfter(0)).toEqual({ email: who });
    expect(await redeemAfter(0)).toBeUndefined();
  });

  test('is only for INBOX_USERS; if that is not set, inbox-link names it', async () => {
    const folder = await bookingsFolder();
    for (const [settings, hint] of [
      [inbox, 'office@example.com'],
      [{}, 'INBOX_USERS'],
    ] as const) {
      const { code, stdout, stderr } = await bookingsCommand(
        ['inbox-link', 'ada@example.com'],
        folder,
        settings,
      );
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(hint)]);
    }
  });
});
