import { expect, test, vi } from 'vitest';
import { newToken } from '../../server/desk/inbox/sessions.ts';
import { ada } from '../support/ada.ts';
import { mailSettings, minute } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { answerOf, browserOf, cookiesOf, office, sales, signedIn } from '../support/inbox.ts';
import { startInbox, startWithMail } from '../support/inbox-server.ts';

test('an emailed link works once, by a button, in the browser that requested it', async () => {
  // The address keeps its letter case, and the person can type it in any case.
  const email = 'Ada.Sales@example.com';
  const server = await startWithMail({ INBOX_USERS: email });
  const browser = browserOf(server.url);
  const asked = await browser.post('sign-in', { email: ` ${email.toUpperCase()}` });
  expect(await asked.json()).toEqual({});
  const flags = 'Path=/; HttpOnly; Secure; SameSite=Lax';
  expect(cookiesOf(asked)).toEqual({ '__Host-inbox-browser': `Max-Age=600; ${flags}` });
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.to?.map(({ address }) => address)).toEqual([email]);
  expect(mail?.subject).toContain('Lodemark');
  const [link = '', token] =
    /https:\/\/www\.example\.com\/inbox\/sign-in#([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`href="${link}"`);

  // The person asks twice, a link scanner opens the first link, and another person tries it.
  await browser.post('sign-in', { email });
  const scanned = await fetch(`${server.url}${new URL(link).pathname}`);
  expect(scanned.status).toBe(200);
  for (const mark of ['', newToken()]) {
    const other = browserOf(server.url);
    other.cookies.set('__Host-inbox-browser', mark);
    expect((await other.post('confirm', { token })).status).toBe(400);
  }

  const confirmed = await browser.post('confirm', { token });
  expect(await confirmed.json()).toEqual({ email });
  expect(cookiesOf(confirmed)['__Host-inbox']).toBe(`Max-Age=2592000; ${flags}`);
  expect([...browser.cookies.keys()]).toEqual(['__Host-inbox', '__Host-inbox-known']);
  expect(browser.cookies.get('__Host-inbox')?.length).toBeGreaterThan(80);
  expect(await browser.json('session')).toEqual({ email });

  const again = await answerOf(await browser.post('confirm', { token }));
  expect(again).toMatchObject({ status: 400, body: '{}' });
  const log = JSON.stringify(server.lines);
  expect(log).not.toContain('@');
  expect(log).not.toContain(token);
});

/** Known or not, an address gets the same answer. */
async function expectSameAnswer(url: string) {
  const ask = async (email: string) => answerOf(await browserOf(url).post('sign-in', { email }));
  const known = await ask(sales);
  expect(known).toMatchObject({ status: 200, body: '{}' });
  expect(await ask('nobody@example.com')).toEqual(known);
}

test('known or not, an address gets the same answer, but only a known one gets an email', async () => {
  const server = await startWithMail();
  await expectSameAnswer(server.url);
  await expect.poll(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.to?.map(({ address }) => address)).toEqual([sales]);
});

test('without email the answer is the same, and the log later names the command for a link', async () => {
  const server = await startInbox();
  useFakeTimers('setTimeout');
  await expectSameAnswer(server.url);
  const lines = () => server.lines.filter(({ msg }) => String(msg).includes('inbox-link'));
  // Immediate work would delay the next request, and so reveal who may sign in.
  expect(lines()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines()).toHaveLength(1);
});

test('a mail server that greylists gets the link again while it is valid', async () => {
  let refusals = 3;
  const later = Object.assign(new Error('greylisted'), { responseCode: 451 });
  const server = await startWithMail(
    {},
    { onRcptTo: (_to, _session, done) => done(refusals-- > 0 ? later : null) },
  );
  useFakeTimers('setTimeout');
  const browser = browserOf(server.url);
  expect((await browser.post('sign-in', { email: sales })).status).toBe(200);
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(minute);
      return server.mails.length;
    })
    .toBe(1);
});

test('an email that cannot be sent changes no answer, and the log has the reason without the address', async () => {
  const server = await startInbox(mailSettings('smtp://127.0.0.1:1'));
  expect((await browserOf(server.url).post('sign-in', { email: sales })).status).toBe(200);
  const failure = () => server.lines.find(({ level }) => level === 50);
  await expect.poll(failure).toMatchObject({ code: 'ECONNREFUSED' });
  expect(JSON.stringify(server.lines)).not.toContain('@');
});

test('a sender gets five links a day for an address, and does not use up another person’s', async () => {
  const server = await startWithMail({ TRUST_PROXY: 'loopback' });
  const known = await signedIn(server);
  await known.post('sign-out');
  const ask = async (sender: string, email: string, browser = browserOf(server.url)) => {
    const response = await browser.post('sign-in', { email }, { 'X-Forwarded-For': sender });
    return [response.status, Number(response.headers.get('retry-after'))];
  };
  const taken = [200, 0];
  const untilTomorrow = [429, expect.closeTo(24 * 60 * 60, -3)];
  const [stranger, owner] = ['192.0.2.1', '198.51.100.1'];
  for (const email of [sales, 'nobody@example.com']) {
    const sender = email === sales ? stranger : '203.0.113.1';
    for (let count = 0; count < 5; count += 1) expect(await ask(sender, email)).toEqual(taken);
    expect(await ask(sender, email.toUpperCase())).toEqual(untilTomorrow);
  }
  for (let count = 0; count < 4; count += 1) await ask(stranger, office);
  const soon = [429, expect.closeTo(15 * 60, -3)];
  expect(await ask(stranger, office)).toEqual(soon);
  expect(await ask(owner, sales)).toEqual(taken);
  // The owner has the stranger's IP address, and the browser of an earlier session.
  expect(await ask(stranger, sales, known)).toEqual(taken);
  expect(await ask(stranger, office, known)).toEqual(soon);
  await expect.poll(() => server.mails.length).toBe(11);
  const booked = await server.post(ada);
  expect(booked.status).toBe(201);
});
