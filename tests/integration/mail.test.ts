import { createServer, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeliveryWorker } from '../../server/delivery/worker.ts';
import { ada } from '../support/ada.ts';
import { catcher, mailTo, openDeliveryStore } from '../support/delivery.ts';

/** Books, tries once, and gives what became of it. */
async function mailOnce(url: string, words = ada, tryLimit = 10_000) {
  const channel = mailTo(url);
  const outbox = await openDeliveryStore(channel);
  await outbox.store.insertBookings([words]);
  const tries = await createDeliveryWorker({ ...outbox, channel, tryLimit }).deliverDue();
  const [delivery] = (await outbox.store.findBooking(1))?.deliveries ?? [];
  return { ...outbox, tries, delivery };
}

describe('a mail to the provider', () => {
  test('comes from the provider’s own domain, answers go to the visitor, and both parts hold the words', async () => {
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
      for (const words of [...Object.values(ada), '2026-01-02 00:00:00 UTC'])
        expect(part).toContain(words);
    }
    expect(delivery).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('ends with how many quarantined wait, which nobody is mailed of', async () => {
    const { url, mails } = await catcher();
    const channel = mailTo(url);
    const outbox = await openDeliveryStore(channel);
    const { deliverDue } = createDeliveryWorker({ ...outbox, channel });
    const quarantined = { ...ada, spam_signals: ['trap'] } as const;
    for (const bookings of [[ada], [quarantined, ada], [quarantined, ada]]) {
      await outbox.store.insertBookings(bookings);
      await deliverDue();
    }
    expect(mails).toHaveLength(3);
    const line = /^.*list --quarantined.*$/m;
    expect(mails.map(({ text = '' }) => line.exec(text)?.[0])).toEqual([
      undefined,
      'One request that looks like spam waits and was not mailed: npm run bookings -- list --quarantined',
      '2 requests that look like spam wait and were not mailed: npm run bookings -- list --quarantined',
    ]);
    expect(mails[0]?.html).not.toContain('--quarantined');
    expect(mails[2]?.html).toContain('<p>2 requests that look like spam wait');
  });

  test('goes out though the quarantined cannot be counted', async () => {
    const { url, mails } = await catcher();
    const channel = mailTo(url);
    const outbox = await openDeliveryStore(channel);
    await outbox.store.insertBookings([ada]);
    const summarizeQuarantine = () => Promise.reject(new Error('not now'));
    const store = { ...outbox.store, summarizeQuarantine };
    await createDeliveryWorker({ ...outbox, store, channel }).deliverDue();
    expect(mails).toHaveLength(1);
  });

  test('keeps its Message-ID when it is sent again', async () => {
    const { url, mails } = await catcher();
    const { store, log, now } = await mailOnce(url);
    await store.replayDeliveries({ booking: 1 });
    await createDeliveryWorker({ store, log, now, channel: mailTo(url) }).deliverDue();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.messageId).toBe(mails[0]?.messageId);
  });

  test('lets no words add a header, a recipient, a line or markup', async () => {
    const { url, mails } = await catcher();
    const words = {
      ...ada,
      name: 'Eve\r\nBcc: victim@example.com\r\n\r\nforged',
      company_name: '<img src=x onerror=alert(1)>"\'&{name}',
      email: "a!#$%&'*+/=?^_`{|}~-@example.com",
    };
    const { delivery } = await mailOnce(url, words);
    expect(delivery?.state).toBe('done');
    const [mail] = mails;
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to?.map(({ address }) => address)).toEqual(['sales@example.com']);
    expect(mail?.replyTo).toMatchObject([{ address: words.email }]);
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
  const refusing = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const refuseMessage =
    (responseCode: number, message: string) =>
    (stream: Readable, _session: unknown, done: Done) => {
      stream.resume();
      stream.on('end', () => done(refusing(responseCode, message)));
    };

  test('is not there makes the mail wait, with the reason', async () => {
    const gone = await catcher();
    await gone.close();
    const { delivery, tries, lines } = await mailOnce(gone.url);
    expect(tries).toEqual({ delivered: 0, failed: 1 });
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain('ECONNREFUSED');
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'ESOCKET' }));
  });

  test.each([
    [
      'the sender',
      { onMailFrom: (_a: unknown, _s: unknown, done: Done) => done(refusing(550, 'no')) },
    ],
    [
      'the recipient',
      { onRcptTo: (_a: unknown, _s: unknown, done: Done) => done(refusing(450, 'later')) },
    ],
    ['the connection', { onConnect: (_s: unknown, done: Done) => done(refusing(421, 'busy')) }],
    ['the message for now', { onData: refuseMessage(452, 'later: the disk is full') }],
  ])('refuses %s makes all wait for it', async (_, behaviour) => {
    const { url } = await catcher(behaviour);
    const { delivery, lines, store } = await mailOnce(url);
    expect(await store.retryUnavailable('mail', 9)).toBe(1);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toMatch(/no|later|busy/);
    for (const words of Object.values(ada)) expect(JSON.stringify(lines)).not.toContain(words);
  });

  test('refuses the message for good makes it alone wait, without the words in the log', async () => {
    const { url } = await catcher({ onData: refuseMessage(554, 'spam from ada@example.com') });
    const { delivery, lines, store } = await mailOnce(url);
    expect(await store.retryUnavailable('mail', 9)).toBe(0);
    expect(delivery).toMatchObject({ state: 'pending' });
    expect(delivery?.last_error).toContain('spam');
    expect(lines).toContainEqual(expect.objectContaining({ code: 'SMTP 554' }));
    expect(JSON.stringify(lines)).not.toContain('ada@');
  });

  test.each([
    ['never greets', () => {}],
    ['greets one letter at a time', drip],
    ['speaks nonsense', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
    ['hangs up at once', (socket: Socket) => socket.destroy()],
  ])('%s is cut off as a whole', async (_, behave) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      behave(socket);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const began = performance.now();
    const { delivery } = await mailOnce(`smtp://127.0.0.1:${port}`, ada, 500);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).not.toBe(null);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

type Done = (error?: Error | null) => void;

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50);
  socket.on('close', () => clearInterval(timer));
}
