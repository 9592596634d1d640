import type { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { noticeId } from '../../server/desk/leads/jobs.ts';
import { sendLimit } from '../../server/desk/mail/mail.ts';
import { mailChannel } from '../../server/desk/mail/mail-channel.ts';
import { ada } from '../support/ada.ts';
import {
  catcher,
  deliverOnce,
  mailTo,
  minute,
  openDesk,
  plainConfig,
  silentServer,
} from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { booking } from '../support/new-bookings.ts';

/** Refuses the recipients whose addresses start with these names. */
const refusing = (...names: string[]) => ({
  onRcptTo({ address }: { address: string }, _session: unknown, done: Done) {
    const isRefused = names.some((name) => address.startsWith(name));
    done(isRefused ? Object.assign(new Error('nobody here'), { responseCode: 550 }) : null);
  },
});

describe('an email to the provider', () => {
  test('comes from the provider’s domain, is answered to the visitor, and has the values in both parts', async () => {
    const { url, mails } = await catcher();
    const { delivery } = await deliverOnce(mailTo(url));
    expect(mails).toMatchObject([
      {
        from: { address: 'website@example.com', name: 'Lodemark' },
        to: [{ address: 'sales@example.com' }],
        replyTo: [{ address: 'ada@example.com' }],
        subject: expect.stringContaining('Ada Lovelace, Analytical Engines'),
        messageId: `<${delivery?.id}@www.example.com>`,
      },
    ]);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      for (const value of [...Object.values(ada), 'Fri, 2 Jan 2026, 00:00 (UTC)'])
        expect(part).toContain(value);
    }
    expect(delivery).toMatchObject({ state: 'done', attempts: 1 });
  });

  const both = ['gone@example.com', 'sales@example.com'];

  test('is one email for all addresses, and records a refused address', async () => {
    const { url, mails } = await catcher(refusing('gone'));
    const { tries, delivery } = await deliverOnce(mailTo(url, ...both));
    expect(tries).toEqual({ delivered: 1, failed: 0 });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to?.map(({ address }) => address)).toEqual(both);
    expect(delivery?.state).toBe('done');
    expect(delivery?.last_error).toContain('gone@example.com');
    expect(delivery?.last_error).not.toContain('sales@example.com');
  });

  test('keeps every script and emoji, and no value can add a header, recipient, line or markup', async () => {
    const { url, mails } = await catcher();
    const values = {
      name: 'Eve 李 😀\r\nBcc: victim@example.com\r\n\r\nforged',
      company_name: '<img src=x onerror=alert(1)>"\'&{name}',
      email: "O'Neil+a_b-c@example.com",
    };
    await deliverOnce(mailTo(url), values);
    const [mail] = mails;
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to?.map(({ address }) => address)).toEqual(['sales@example.com']);
    expect(mail?.replyTo).toMatchObject([{ address: values.email }]);
    expect(mail?.subject).toContain('Eve 李 😀\\u000d\\u000aBcc: victim@example.com');
    expect(mail?.text).not.toMatch(/^(Bcc|forged)/m);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;{name}');
  });
});

test.each([
  "a!#$%&'*+/=?^_`{|}~-@example.com",
  'a..b@example.com',
  'ada.@example.com',
  'ada@localhost',
  'ada@192.0.2.1',
])('an email about %s has no Reply-To, because a strict server would refuse it', async (email) => {
  const { url, mails } = await catcher();
  await deliverOnce(mailTo(url), { email });
  expect(mails).toMatchObject([{ text: expect.stringContaining(email) }]);
  expect(mails[0]?.replyTo).toBeUndefined();
});

test('an email about several leads keeps its id for every attempt, but not in another installation', async () => {
  const [{ store }, other] = [await openDesk(), await openDesk()];
  const id = await noticeId(store, 'report 2026-11-23');
  expect(await noticeId(store, 'report 2026-11-23')).toBe(id);
  expect(await noticeId(store, 'report 2026-11-30')).not.toBe(id);
  expect(await noticeId(other.store, 'report 2026-11-23')).not.toBe(id);
});

describe('an email as it is sent', () => {
  /** The greeting and the bytes of the email about a booking with these values. */
  async function sentAbout(values = {}, siteUrl = 'https://www.example.com') {
    let sent = { greeting: '', mail: '' };
    const { url } = await catcher({
      async onData(stream, { hostNameAppearsAs: greeting }, done) {
        const mail = Buffer.concat(await Array.fromAsync(stream)).toString();
        sent = { greeting, mail };
        done(null);
      },
    });
    const to = ['sales@example.com'];
    const settings = { url, from: 'website@example.com', to, siteUrl };
    await deliverOnce(mailChannel(settings, plainConfig), values);
    return sent;
  }

  test.each([
    ['https://www.company.com', 'www.company.com', '@www.company.com>'],
    ['http://192.0.2.1:3000', '[192.0.2.1]', '@[192.0.2.1]>'],
    ['http://[2001:db8::1]', '[ipv6:2001:db8::1]', '@[IPv6:2001:db8::1]>'],
    ['http://localhost:3000', expect.any(String), '@example.com>'],
  ])('names the host of %s', async (siteUrl, greeting, id) => {
    const sent = await sentAbout({}, siteUrl);
    expect(sent.greeting).toEqual(greeting);
    expect(sent.mail).toContain(id);
  });

  test.each(['A', '李', '😀', '\u202e', '"'])(
    'has no line above 998 octets, whatever the name: %j',
    async (letter) => {
      const text = `${letter.repeat(199)}x`;
      const email = `${'a.'.repeat(31)}b@${'example.'.repeat(22)}com`;
      const { mail } = await sentAbout({ name: text, company_name: text, email });
      const longest = Math.max(...mail.split('\r\n').map((line) => Buffer.byteLength(line)));
      expect(longest).toBeLessThanOrEqual(998);
    },
  );
});

describe('a mail server that', () => {
  const taking = (then: (answer: Done) => void) => ({
    onData(stream: Readable, _session: unknown, answer: Done) {
      stream.resume();
      stream.on('end', () => then(answer));
    },
  });

  test('refuses a message delays it, without the visitor’s data in the log', async () => {
    const spam = new Error('spam from ada@example.com\u200b');
    const refusal = Object.assign(spam, { responseCode: 554 });
    const { url } = await catcher(taking((answer) => answer(refusal)));
    const { delivery, lines } = await deliverOnce(mailTo(url));
    expect(delivery).toMatchObject({ state: 'pending' });
    expect(delivery?.last_error).toContain('spam from ada@example.com\\u200b');
    expect(lines).toContainEqual(expect.objectContaining({ code: 'SMTP 554' }));
    expect(JSON.stringify(lines)).not.toContain('ada@');
  });

  /** Books, and lets the attempt time out. */
  async function mailUntilTheLimit(url: string, isTried: () => unknown, limit = sendLimit) {
    const desk = await openDesk(mailTo(url));
    await desk.book([booking()]);
    const tries = desk.deliver();
    await expect.poll(isTried).toBeTruthy();
    await vi.advanceTimersByTimeAsync(limit);
    expect(await tries).toEqual({ delivered: 0, failed: 1 });
    return desk;
  }

  test('accepts the email but does not answer gets it again after the usual wait', async () => {
    const taken: unknown[] = [];
    const { url } = await catcher(taking(() => taken.push(1)));
    useFakeTimers('setTimeout', 'setInterval');
    const { deliveryOf, clock, worker } = await mailUntilTheLimit(url, () => taken.length);
    const delivery = await deliveryOf();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(Date.parse(delivery?.next_at ?? '')).toBe(clock.now + 10_000);
    clock.now += 10_000;
    await worker.deliverDue();
    await expect.poll(() => taken).toHaveLength(2);
  });

  test('never greets delays the mail and is disconnected', async () => {
    const { url, sockets } = await silentServer();
    useFakeTimers('setTimeout', 'setInterval');
    const { deliveryOf, lines } = await mailUntilTheLimit(url, () => sockets.length, minute);
    expect(await deliveryOf()).toMatchObject({ state: 'pending', attempts: 1 });
    expect(lines).toMatchObject([{ code: 'ETIMEDOUT' }]);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('requires a password but offers no STARTTLS gets both only on this machine', async () => {
    const passwords: unknown[] = [];
    const { port, mails } = await catcher({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) => {
        passwords.push(password);
        done(null, { user: 'website' });
      },
    });
    // Also loopback, but no rule recognizes it as this machine.
    const elsewhere = await deliverOnce(mailTo(`smtp://website:secret@0.0.0.0:${port}`));
    expect(elsewhere.delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(elsewhere.lines).toMatchObject([{ code: 'ETLS' }]);
    expect([passwords, mails]).toEqual([[], []]);
    const here = await deliverOnce(mailTo(`smtp://website:secret@127.0.0.1:${port}`));
    expect(here.delivery).toMatchObject({ state: 'done' });
    expect([passwords, mails]).toMatchObject([['secret'], [{}]]);
  });
});

type Done = (error?: Error | null) => void;
