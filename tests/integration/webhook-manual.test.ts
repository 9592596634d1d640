import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { ada } from '../support/ada.ts';
import { hookTo, openDeliveryStore, receiver } from '../support/delivery.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const manual = readFileSync(path.join(root, 'docs/webhook.md'), 'utf8');

/** The manual's example in this language. */
function example(language: string): string {
  return manual.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
}

/** The headers and the body of a real call. */
async function receiveCall() {
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const { url } = await receiver(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString('latin1');
    calls.push({ headers: request.headers, body });
    response.writeHead(204, { Connection: 'close' }).end();
  });
  const { store, worker } = await openDeliveryStore(hookTo(url));
  await store.insertBookings([{ ...ada, name: 'Zoë 彩' }], { language: 'en' });
  await worker().deliverDue();
  const [call] = calls;
  if (call === undefined) throw new Error('there was no call');
  return call;
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

describe('the manual of the webhook', () => {
  test('names every field of the event, and no other', async () => {
    const event = JSON.parse((await receiveCall()).body);
    const inTable = Array.from(manual.matchAll(/^\|[^|]+/gm), ([cell]) => cell).join();
    const named = Array.from(inTable.matchAll(/`data\.(\w+)`/g), ([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(event.data).sort());
    expect(Object.keys(JSON.parse(example('json')).data)).toEqual(Object.keys(event.data));
  });

  const examples = [
    [
      'js',
      process.execPath,
      ['--input-type=module', '-e'],
      `import { readFileSync } from 'node:fs';
       const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'));
       console.log(isGenuine(headers, Buffer.from(body, 'latin1'), secret))`,
    ],
    [
      'python',
      'python3',
      ['-c'],
      `import json, sys
call = json.load(sys.stdin)
print(str(is_genuine(call["headers"], call["body"].encode("latin-1"), call["secret"])).lower())`,
    ],
    [
      'php',
      'php',
      ['-r'],
      `$call = json_decode(stream_get_contents(STDIN), true);
echo json_encode(is_genuine($call['headers'], iconv('UTF-8', 'ISO-8859-1', $call['body']), $call['secret'])), "\n";`,
    ],
  ] as const;

  for (const [language, program, options, run] of examples)
    test.runIf(isThere(program))(`verifies a call by its example in ${language}`, async () => {
      const { headers, body } = await receiveCall();
      const genuine = (change: object) => {
        const input = JSON.stringify({ headers, body, secret: webhookSecret, ...change });
        return execFileSync(program, [...options, `${example(language)}\n${run}`], {
          input,
        }).toString();
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
