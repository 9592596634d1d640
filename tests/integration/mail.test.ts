import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import {
  catcher,
  hour,
  mailTo,
  minute,
  openDeliveryStore,
  socketServer,
} from '../support/delivery.ts';

/** Books, tries once, and returns what became of it. */
async function mailOnce(url: string, values = ada, tryLimit = 30_000) {
  const opened = await openDeliveryStore(mailTo(url));
  await opened.store.insertBookings([values]);
  const tries = await opened.worker({ tryLimit }).deliverDue();
  const [delivery] = (await opened.store.findLead(1))?.deliveries ?? [];
  return { ...opened, tries, delivery };
}

describe('a mail to the provider', () => {
  test('comes from the provider’s own domain, answers go to the visitor, and both parts hold the values', async () => {
    const { url, mails } = await catcher();
    const { delivery } = await mailOnce(url);
    expect(mails).toMatchObject([
      {
        from: { address: 'website@example.com', name: 'Lodemark' },
        to: [{ address: 'sales@example.com' }],
        replyTo: [{ address: 'ada@example.com' }],
        subject: 'Call request from Ada Lovelace, Analytical Engines',
        messageId: `<${delivery?.id}@example.com>`,
      },
    ]);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      for (const value of [...Object.values(ada), '2026-01-02 00:00:00 UTC'])
        expect(part).toContain(value);
    }
    expect(delivery).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('names the language that the visitor read, unless it is English', async () => {
    const { url, mails } = await catcher();
    const { store, worker } = await openDeliveryStore(mailTo(url));
    for (const language of ['de', 'en', undefined])
      await store.insertBookings([ada], { ...(language && { language }) });
    await worker().deliverDue();
    const named = mails.map(({ text = '' }) => /^Language: +(.*)$/m.exec(text)?.[1]);
    expect(named).toEqual(['de', undefined, undefined]);
  });

  test('ends with how many quarantined bookings wait, as those are not mailed', async () => {
    const { url, mails } = await catcher();
    const { store, worker } = await openDeliveryStore(mailTo(url));
    const { deliverDue } = worker();
    const quarantined = { ...ada, spam_signals: ['honeypot'] } as const;
    for (const bookings of [[ada], [quarantined, ada], [quarantined, ada]]) {
      await store.insertBookings(bookings);
      await deliverDue();
    }
    expect(mails).toHaveLength(3);
    const line = /^.*list --quarantined.*$/m;
    expect(mails.map(({ text = '' }) => line.exec(text)?.[0])).toEqual([
      undefined,
      'One request looks like spam. It was kept, not mailed: ./lodemark list --quarantined',
      '2 requests look like spam. They were kept, not mailed: ./lodemark list --quarantined',
    ]);
    expect(mails[0]?.html).not.toContain('--quarantined');
    expect(mails[2]?.html).toContain('<p>2 requests look like spam.');
  });

  test('lets no value add a header, a recipient, a line or markup', async () => {
    const { url, mails } = await catcher();
    const values = {
      ...ada,
      name: 'Eve\r\nBcc: victim@example.com\r\n\r\nforged',
      company_name: '<img src=x onerror=alert(1)>"\'&{name}',
      email: "a!#$%&'*+/=?^_`{|}~-@example.com",
    };
    const { delivery } = await mailOnce(url, values);
    expect(delivery?.state).toBe('done');
    const [mail] = mails;
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to?.map(({ address }) => address)).toEqual(['sales@example.com']);
    expect(mail?.replyTo).toMatchObject([{ address: values.email }]);
    expect(mail?.subject).toContain('Eve\\u000d\\u000aBcc: victim@example.com');
    expect(mail?.subject).toContain('{name}');
    expect(mail?.text).not.toMatch(/^(Bcc|forged)/m);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;{name}');
  });

  test('carries every script and emoji', async () => {
    const { url, mails } = await catcher();
    await mailOnce(url, { ...ada, name: '李 😀 Ünïcode', company_name: 'א'.repeat(200) });
    expect(mails[0]?.subject).toBe(`Call request from 李 😀 Ünïcode, ${'א'.repeat(200)}`);
    expect(mails[0]?.text).toContain('李 😀 Ünïcode');
  });
});

describe('a mail server that', () => {
  const taking = (then: (answer: Done) => void) => ({
    onData(stream: Readable, _session: unknown, answer: Done) {
      stream.resume();
      stream.on('end', () => then(answer));
    },
  });

  test.each([
    ['for good delays that one alone', 554, 0, 'MAIL_REFUSED'],
    ['for now delays all', 452, 1, 'LATER'],
  ])(
    'refuses a message %s, without the visitor’s data in the log',
    async (_, responseCode, waiting, code) => {
      const refusal = Object.assign(new Error('spam from ada@example.com'), { responseCode });
      const { url } = await catcher(taking((answer) => answer(refusal)));
      const { delivery, lines, store } = await mailOnce(url);
      expect(await store.retryUnavailable('mail:sales@example.com', 9)).toBe(waiting);
      expect(delivery).toMatchObject({ state: 'pending' });
      expect(delivery?.last_error).toContain('spam');
      expect(lines).toContainEqual(expect.objectContaining({ code }));
      expect(JSON.stringify(lines)).not.toContain('ada@');
    },
  );

  test('accepts the mail and does not say so gets it again after an hour, not at once', async () => {
    const mails: unknown[] = [];
    const { url } = await catcher(taking(() => mails.push(1)));
    const { delivery, store, worker, clock, lines } = await mailOnce(url, ada, 500);
    expect(mails).toHaveLength(1);
    expect(delivery?.last_error).toContain('the answer is unknown');
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'UNKNOWN' }));
    expect(await store.retryUnavailable('mail:sales@example.com', 9)).toBe(0);
    clock.now += 59 * minute;
    await worker().deliverDue();
    expect(mails).toHaveLength(1);
    clock.now += minute;
    await worker({ tryLimit: 500 }).deliverDue();
    expect(mails).toHaveLength(2);
  });

  test('has the mail when the program stops gets it again after an hour', async () => {
    const taken = Promise.withResolvers<Done>();
    const { url } = await catcher(taking(taken.resolve));
    const { store, outbox, now } = await openDeliveryStore(mailTo(url));
    await store.insertBookings([ada]);
    const { stop } = outbox();
    await taken.promise;
    await stop(50);
    const [delivery] = (await store.findLead(1))?.deliveries ?? [];
    expect(delivery?.last_error).toContain('the answer is unknown');
    expect(Date.parse(delivery?.next_at ?? '')).toBe(now() + hour);
  });

  test.each([
    ['never greets', () => {}],
    ['greets one letter at a time', drip],
  ])('%s delays the mail and is disconnected', async (_, behave) => {
    const { port, sockets } = await socketServer(behave);
    const { delivery } = await mailOnce(`smtp://127.0.0.1:${port}`, ada, 500);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).not.toBe(null);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('wants a password and has no STARTTLS gets it, and the mail, on this machine alone', async () => {
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
    // Reaches loopback too, but no rule here knows it as this machine.
    const elsewhere = await mailOnce(`smtp://website:secret@0.0.0.0:${port}`);
    expect(elsewhere.delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(elsewhere.delivery?.last_error).toMatch(
      /^TLS_NOT_OFFERED: .*smtps:\/\/ and the port 465 in SMTP_URL/,
    );
    expect([passwords, mails]).toEqual([[], []]);
    const here = await mailOnce(`smtp://website:secret@127.0.0.1:${port}`);
    expect(here.delivery).toMatchObject({ state: 'done' });
    expect([passwords, mails]).toMatchObject([['secret'], [{}]]);
  });
});

type Done = (error?: Error | null) => void;

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50);
  socket.on('close', () => clearInterval(timer));
}
