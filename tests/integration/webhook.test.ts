import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../server/config/config.ts';
import { ada } from '../support/ada.ts';
import { deliverOnce, hookTo, hour, minute, openDesk, receiver } from '../support/delivery.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { booking } from '../support/new-bookings.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

/** Attempts to call the webhook at this address once. */
const hookOnce = (url: string) => deliverOnce(hookTo(url), {}, { language: 'de' });

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
          data: {
            ...{ id: 1, created_at, ...ada, language: 'de', time_zone: null, contact_by: null },
            ...{ asked_before: [], links: [] },
          },
        },
      },
    ]);
    expect(delivery?.state).toBe('done');
  });

  const otherSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
  test('is signed with both secrets while the operator changes them', async () => {
    const { url, hooks } = await receiver();
    const { tries } = await deliverOnce(hookTo(url, { secrets: [otherSecret, webhookSecret] }));
    expect(tries).toEqual({ delivered: 1, failed: 0 });
    expect(hooks).toHaveLength(1);
  });

  test.each([
    [204, 'done'],
    [429, 'pending'],
    [500, 'pending'],
    [410, 'dead'],
  ])('answered with %i is %s, with the same id at the next attempt', async (status, state) => {
    const target = await receiver();
    target.status = status;
    const { delivery, clock, deliver, lines } = await hookOnce(target.url);
    expect(delivery).toMatchObject({ state, attempts: 1 });
    if (state !== 'done') expect(lines.at(-1)).toMatchObject({ code: `HTTP ${status}` });
    clock.now += minute;
    await deliver();
    const ids = target.hooks.map(({ id }) => id);
    expect(ids).toEqual(Array(state === 'pending' ? 2 : 1).fill(delivery?.id));
  });

  test('that is refused keeps the first 500 characters of the answer, without control characters', async () => {
    const answer = `\u001b[31mno\u0000 such\r\nfield ${'é'.repeat(1000)}`;
    const { url } = await receiver((_request, response) => response.writeHead(400).end(answer));
    // A slow machine would reach the two seconds for an answer.
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    onTestFinished(() => limit.mockRestore());
    const { delivery, lines } = await hookOnce(url);
    const kept = `[31mno such field ${'é'.repeat(479)}`;
    expect(delivery?.last_error).toBe(`HTTP 400 Bad Request: ${kept}`);
    expect(JSON.stringify(lines)).not.toContain('such');
  });

  const inTenMinutes = () => new Date(Date.now() + 10 * minute).toUTCString();
  test.each([
    ['seconds', 429, () => '600', 10 * minute, 10 * minute],
    ['a date', 503, inTenMinutes, 9 * minute, 10 * minute],
    ['for longer than an hour', 503, () => '999999', hour, hour],
    ['nonsense', 503, () => 'soon', 10_000, 10_000],
  ])('waits as long as Retry-After asks: %s', async (_, status, retryAfter, least, most) => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(status, { 'Retry-After': retryAfter() }).end(),
    );
    const { delivery, clock } = await hookOnce(url);
    const wait = Date.parse(delivery?.next_at ?? '') - clock.now;
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  });

  test('follows no redirect', async () => {
    const elsewhere = await receiver();
    const { url } = await receiver((_request, response) =>
      response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const { lines } = await hookOnce(url);
    expect(elsewhere.hooks).toEqual([]);
    expect(lines).toMatchObject([{ code: 'HTTP 307' }]);
  });

  test('without an answer is aborted after half a minute', async () => {
    let asked = false;
    const { url } = await receiver(() => {
      asked = true;
    });
    const { book, deliver, deliveryOf, lines } = await openDesk(hookTo(url));
    await book([booking()]);
    useFakeTimers('setTimeout', 'setInterval');
    const tries = deliver();
    await expect.poll(() => asked).toBe(true);
    await vi.advanceTimersByTimeAsync(minute / 2);
    expect(await tries).toEqual({ delivered: 0, failed: 1 });
    expect(await deliveryOf()).toMatchObject({ state: 'pending', attempts: 1 });
    expect(lines).toMatchObject([{ code: 'TIMEOUT' }]);
  });

  test.each([
    [200, 'x', { state: 'done', attempts: 1 }],
    [500, 'x', { state: 'pending', attempts: 1, last_error: expect.stringContaining('HTTP 500') }],
    [410, '', { state: 'dead', attempts: 1, last_error: 'HTTP 410 Gone' }],
  ])(
    "answered with %i and an endless body of '%s' has the result of its status",
    async (...given) => {
      const [status, part, outcome] = given;
      let closed = false;
      const { url } = await receiver((_request, response) => {
        response.writeHead(status).flushHeaders();
        if (part) response.write(part);
        const timer = setInterval(() => part && response.write(part), 200);
        response.on('close', () => {
          clearInterval(timer);
          closed = true;
        });
      });
      const { delivery } = await hookOnce(url);
      expect(delivery).toMatchObject(outcome);
      await expect.poll(() => closed).toBe(true);
    },
  );
});

const manual = readFileSync(path.join(root, 'docs/webhook.md'), 'utf8');

/** The manual's example in this language. */
function example(language: string): string {
  return manual.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
}

/** The headers and the body of a real call. */
async function receiveCall() {
  const { url, calls } = await receiver();
  await deliverOnce(hookTo(url), { name: 'Zoë 彩' }, { language: 'en' });
  const [call] = calls;
  if (call === undefined) throw new Error('there was no call');
  return call;
}

/** Prints whether the example accepts the call that it reads from standard input. */
const run = `
  import { readFileSync } from 'node:fs';
  const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'));
  console.log(isGenuine(headers, Buffer.from(body), secret))`;

describe('the manual of the webhook', () => {
  test('names every field of the event, and no other', async () => {
    const event = JSON.parse((await receiveCall()).body);
    const inTable = Array.from(manual.matchAll(/^\|[^|]+/gm), ([cell]) => cell).join();
    const named = Array.from(inTable.matchAll(/`data\.(\w+)`/g), ([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(event.data).sort());
    expect(Object.keys(JSON.parse(example('json')).data)).toEqual(Object.keys(event.data));
  });

  test('has an example that verifies a call', async () => {
    const { headers, body } = await receiveCall();
    const genuine = (change: object) => {
      const input = JSON.stringify({ headers, body, secret: webhookSecret, ...change });
      const script = `${example('js')}\n${run}`;
      const args = ['--input-type=module', '--eval', script];
      return execFileSync(process.execPath, args, { input }).toString();
    };
    expect(genuine({})).toBe('true\n');
    const signature = `v1,AAAA ${headers['webhook-signature']}`;
    expect(genuine({ headers: { ...headers, 'webhook-signature': signature } })).toBe('true\n');
    expect(genuine({ body: body.replace('"id":1', '"id":2') })).toBe('false\n');
    expect(genuine({ secret: `whsec_${'A'.repeat(44)}` })).toBe('false\n');
    const old = {
      ...headers,
      'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600),
    };
    expect(genuine({ headers: old })).toBe('false\n');
  });
});
