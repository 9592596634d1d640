import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { hookTo, openDesk, receiver } from '../support/delivery.ts';
import { booking } from '../support/new-bookings.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const manual = readFileSync(path.join(root, 'docs/webhook.md'), 'utf8');

/** The manual's example in this language. */
function example(language: string): string {
  return manual.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
}

/** The headers and the body of a real call. */
async function receiveCall() {
  const { url, calls } = await receiver();
  const { book, deliver } = await openDesk(hookTo(url));
  await book([booking({ name: 'Zoë 彩' })], { language: 'en' });
  await deliver();
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
