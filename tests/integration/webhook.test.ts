import { describe, expect, test } from 'vitest';
import { noticeHeading, quarantinedText } from '../../server/delivery/mail.ts';
import { filledIn } from '../../server/texts.ts';
import { ada } from '../support/ada.ts';
import { alertReceiver } from '../support/alerts.ts';
import { hookTo, hour, minute, openDeliveryStore, receiver } from '../support/delivery.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

/** Books, tries once, and returns what became of it. */
async function hookOnce(url: string, tryLimit = 30_000) {
  const opened = await openDeliveryStore(hookTo(url));
  await opened.store.insertBookings([ada], { language: 'de' });
  await opened.worker({ tryLimit }).deliverDue();
  const [delivery] = (await opened.store.findLead(1))?.deliveries ?? [];
  return { ...opened, delivery };
}

describe('a webhook', () => {
  test('is signed by Standard Webhooks and contains the booking', async () => {
    const { url, hooks } = await receiver();
    const { delivery } = await hookOnce(url);
    const created_at = '2026-01-02T00:00:00.000Z';
    expect(hooks).toEqual([
      {
        id: delivery?.id,
        event: {
          type: 'booking.created',
          timestamp: created_at,
          data: { id: 1, created_at, ...ada, language: 'de', quarantined: 0 },
        },
      },
    ]);
    expect(delivery?.state).toBe('done');
  });

  test.each([400, 404, 429, 500, 503])('answered with %i waits', async (status) => {
    const target = await receiver();
    target.status = status;
    const { delivery } = await hookOnce(target.url);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain(`HTTP ${status}`);
  });

  const otherSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
  test.each([[[webhookSecret, otherSecret]], [[otherSecret, webhookSecret]]])(
    'is signed with both secrets while the operator changes them',
    async (secrets) => {
      const { url, hooks } = await receiver();
      const { store, worker } = await openDeliveryStore(hookTo(url, { secrets }));
      await store.insertBookings([ada]);
      expect(await worker().deliverDue()).toEqual({ delivered: 1, failed: 0 });
      expect(hooks).toHaveLength(1);
    },
  );

  test('that is refused keeps the first 500 characters of the answer, without control characters', async () => {
    const answer = `\u001b[31mno\u0000 such\r\nfield ${'é'.repeat(1000)}`;
    const { url } = await receiver((_request, response) => response.writeHead(400).end(answer));
    const { delivery, lines } = await hookOnce(url);
    const kept = `[31mno such field ${'é'.repeat(479)}`;
    expect(delivery?.last_error).toBe(`HTTP 400 Bad Request: ${kept}`);
    expect(JSON.stringify(lines)).not.toContain('such');
  });

  const inTenMinutes = () => new Date(Date.now() + 10 * minute).toUTCString();
  test.each([
    ['seconds', 429, () => '600', 9 * minute, 10 * minute],
    ['a date', 503, inTenMinutes, 9 * minute, 10 * minute],
    ['for longer than an hour', 503, () => '999999', hour, hour],
    ['nonsense', 503, () => 'soon', 8_000, 12_000],
  ])(
    'that is asked to wait by Retry-After does: %s',
    async (_, status, retryAfter, least, most) => {
      const { url } = await receiver((_request, response) =>
        response.writeHead(status, { 'Retry-After': retryAfter() }).end(),
      );
      const { delivery, clock } = await hookOnce(url);
      const wait = Date.parse(delivery?.next_at ?? '') - clock.now;
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(most);
    },
  );

  test('that is asked to wait is not probed, and two of them hold up the others as long', async () => {
    let isBack = false;
    let calls = 0;
    const { url } = await receiver((_request, response) => {
      calls += 1;
      response.writeHead(isBack ? 204 : 429, { 'Retry-After': '1800', Connection: 'close' }).end();
    });
    const { clock, store, worker } = await openDeliveryStore(hookTo(url));
    const { deliverDue } = worker();
    await store.insertBookings([ada]);
    for (let passed = 0; passed < 10; passed++, clock.now += minute) await deliverDue();
    expect(calls).toBe(1);
    for (let passed = 10; passed < 29; passed++, clock.now += minute) {
      await store.insertBookings([ada]);
      await deliverDue();
    }
    expect(calls).toBe(2);
    isBack = true;
    clock.now += 12 * minute;
    expect(await deliverDue()).toEqual({ delivered: 20, failed: 0 });
  });

  test('follows no redirect', async () => {
    const elsewhere = await receiver();
    const { url } = await receiver((_request, response) =>
      response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const { delivery } = await hookOnce(url);
    expect(elsewhere.hooks).toEqual([]);
    expect(delivery?.last_error).toMatch(/HTTP 307 .*not followed/);
  });

  test('without an answer is aborted', async () => {
    const { url } = await receiver(() => {});
    const { delivery } = await hookOnce(url, 500);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(delivery?.last_error).toContain('0.5 seconds');
  });

  test.each([
    [200, 'x', { state: 'done', attempts: 1 }],
    [500, 'x', { state: 'pending', attempts: 1, last_error: expect.stringMatching(/Error: x+$/) }],
    [410, '', { state: 'dead', attempts: 1, last_error: 'HTTP 410 Gone' }],
  ])("answered with %i and an endless body of '%s' is judged by the status", async (...given) => {
    const [status, part, outcome] = given;
    let closed = false;
    const { url } = await receiver((_request, response) => {
      response.writeHead(status).flushHeaders();
      const timer = setInterval(() => part && response.write(part), 200);
      response.on('close', () => {
        clearInterval(timer);
        closed = true;
      });
    });
    const { delivery } = await hookOnce(url);
    expect(delivery).toMatchObject(outcome);
    await expect.poll(() => closed).toBe(true);
  });
});

describe('WEBHOOK_FORMAT', () => {
  const name = '<!channel> <@U1> @everyone ``` [a](https://a.example) *b* & \u202ec';
  const at = 'Received: 2026-01-02 00:00:00 UTC';
  const rows = (shown: string) => [
    ...filledIn({ ...ada, name: shown }).map(([label, text]) => `${label}: ${text}`),
    at,
    'Booking no.: 1',
  ];
  const visible = name.replace('\u202e', '\\u202e');
  const inBlock = (shown: string) =>
    [noticeHeading, '```', ...rows(shown), '```', ...quarantinedText(1)].join('\n');
  const plain = visible.replaceAll('`', "'");
  const block = (text: string) => ({ type: 'TextBlock', text, wrap: true });

  test.each([
    [
      'slack',
      {
        text: inBlock(plain.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
      },
    ],
    ['discord', { content: inBlock(plain), allowed_mentions: { parse: [] } }],
    [
      'teams',
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                { ...block(noticeHeading), weight: 'Bolder' },
                ...rows(visible).map((text) => ({
                  type: 'RichTextBlock',
                  inlines: [{ type: 'TextRun', text }],
                })),
                ...quarantinedText(1).map(block),
              ],
            },
          },
        ],
      },
    ],
  ] as const)(
    '%s posts a message, unsigned, in which a visitor links and mentions nothing',
    async (format, message) => {
      const posted: unknown[] = [];
      const { url } = await receiver(async (request, response) => {
        expect(request.headers).not.toHaveProperty('webhook-signature');
        posted.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
        response.writeHead(200, { Connection: 'close' }).end('ok');
      });
      const channel = hookTo(url, { format, secrets: [] });
      const { store, worker } = await openDeliveryStore(channel);
      await store.insertBookings([{ ...ada, name }]);
      await store.insertBookings([{ ...ada, spam_signals: ['honeypot'] }]);
      expect(await worker().deliverDue()).toEqual({ delivered: 1, failed: 0 });
      const test = { id: 'test', booking: undefined, quarantined: 1 };
      expect(await channel.deliver(test, AbortSignal.timeout(minute))).toBe('HTTP 200');
      expect(posted).toEqual([message, expect.anything()]);
      expect(JSON.stringify(posted[1])).toContain('Test from ');
    },
  );

  test('discord posts less than its 2000 characters of the longest booking', async () => {
    const { url, alerts } = await alertReceiver();
    const channel = hookTo(url, { format: 'discord' });
    const { store, worker } = await openDeliveryStore(channel);
    const longest = '\u202e'.repeat(199);
    await store.insertBookings([
      { name: `a${longest}`, company_name: `a${longest}`, email: `${'a'.repeat(242)}@example.com` },
    ]);
    await worker().deliverDue();
    expect(alerts).toEqual([{ content: expect.any(String), allowed_mentions: { parse: [] } }]);
    expect(String(alerts[0]?.content).length).toBeLessThan(2000);
  });
});
