import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { answerTo, dialect } from '../support/dialect-calls.ts';
import { sharedServer, startServer } from '../support/server.ts';

const shared = sharedServer();

test.each(dialect)(
  'the data interface answers %s as listed in dialect-calls.ts',
  async (_, call, ours) => {
    const { answer, response, text, error } = await answerTo(call, `${shared().url}/rest/v1`);
    expect(answer).toMatchObject(ours);
    if (answer.status === 201) expect(text).toBe('');
    // All paths below the table are the server's own.
    if (answer.status === 404 && answer.code === undefined) return;
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    if (answer.status === 201) return;
    if (answer.code === undefined) return expect(Object.keys(error)).toEqual(['message', 'hint']);
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${answer.code}`);
    expect(Object.keys(error)).toEqual(['code', 'message', 'details', 'hint']);
  },
);

describe('a booking', () => {
  test('is stored trimmed, with the time of the request, its language and time zone', async () => {
    const server = await startServer();
    const before = new Date().toISOString();
    const response = await server.post(
      { ...ada, name: '  Ada Lovelace\n' },
      { 'Content-Language': 'de', Prefer: 'return=minimal, timezone=Europe/Madrid' },
    );
    expect(response.headers.get('vary')).toBe('Accept, Prefer, Range');
    const [stored] = await server.stored();
    expect(stored).toMatchObject({ id: 1, ...ada, language: 'de', time_zone: 'Europe/Madrid' });
    expect([before, stored?.created_at, new Date().toISOString()].sort()[1]).toBe(
      stored?.created_at,
    );
  });

  test('of an array is stored together with the others, or none is', async () => {
    const server = await startServer();
    const grace = { ...ada, name: 'Grace Hopper' };
    expect((await server.post([ada, { ...grace, email: 'none' }])).status).toBe(400);
    expect(server.rows()).toEqual([]);
    expect((await server.post([ada, grace])).status).toBe(201);
    expect(server.rows()).toMatchObject([ada, grace]);
  });

  test('that is repeated gets the same answer, is stored once and counted', async () => {
    const server = await startServer();
    const post = async (body: object) => {
      const { status, headers } = await server.post(body, { Prefer: 'return=minimal' });
      const { date: _, 'x-request-id': __, ...same } = Object.fromEntries(headers);
      return { status, ...same };
    };
    const answers = [await post(ada), await post(ada), await post([ada, ada])];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await server.postForm(ada)).status).toBe(303);
    expect(await server.stored()).toMatchObject([{ ...ada, repeats: 4 }]);
  });
});

test('without the public key the answer reveals nothing else', async () => {
  const { url } = shared();
  for (const [method, path] of [
    ['POST', '/x'],
    ['GET', '/booking_requests'],
    ['DELETE', '/booking_requests'],
  ] as const) {
    expect((await bareRequest(`${url}/rest/v1${path}`, method)).status).toBe(401);
  }
});

test('another origin’s preflight request is answered without a key', async () => {
  const names = 'apikey,content-type,prefer';
  const { status, headers, body } = await bareRequest(shared().endpoint, 'OPTIONS', {
    Origin: 'https://elsewhere.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': names,
  });
  expect([status, body.length]).toEqual([200, 0]);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-methods']).toContain('POST');
  expect(headers['access-control-max-age']).toBe('86400');
  for (const name of names.split(','))
    expect(headers['access-control-allow-headers']).toContain(name);
});
