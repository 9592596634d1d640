import { describe, expect, test } from 'vitest';
import { StoreOverloaded, StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { bareRequest } from '../support/bare-request.ts';
import { answerTo, dialect } from '../support/dialect-calls.ts';
import { failingStore, publicKey, sharedServer, startServer } from '../support/server.ts';

const shared = sharedServer();

test.each(dialect)('the data interface answers %s as the dialect has it', async (_, call, ours) => {
  const { url, store } = shared();
  const before = await store.countBookings();
  const { answer, response, text, error } = await answerTo(call, `${url}/rest/v1`);
  expect(answer).toMatchObject(ours);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  if (answer.status === 201) {
    expect([text, response.headers.get('content-length')]).toEqual(['', '0']);
    const rows = Array.isArray(call.body) ? call.body.length : 1;
    expect(await store.countBookings()).toBe(before + rows);
    return;
  }
  expect(await store.countBookings()).toBe(before);
  if (answer.code === undefined) return expect(Object.keys(error)).toEqual(['message', 'hint']);
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${answer.code}`);
  expect(Object.keys(error)).toEqual(['code', 'message', 'details', 'hint']);
});

describe('a booking', () => {
  test('is stored trimmed, with the time of the request in UTC with milliseconds', async () => {
    const server = await startServer({ now: () => Date.UTC(2026, 4, 3, 2, 1, 0, 7) });
    const response = await server.post({ ...ada, name: '  Ada Lovelace\n' });
    expect(response.headers.get('vary')).toBe('Accept, Prefer, Range');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(server.rows()).toEqual([
      { id: 1, created_at: '2026-05-03T02:01:00.007Z', ...ada, request_id: null },
    ]);
  });

  test('may come with the public key in the address, or twice', async () => {
    const server = shared();
    expect((await server.post(ada, { apikey: '' }, `?apikey=${publicKey}`)).status).toBe(201);
    for (const scheme of ['Bearer', 'bearer'])
      expect((await server.post(ada, { Authorization: `${scheme} ${publicKey}` })).status).toBe(
        201,
      );
  });

  test('that is refused is not repeated in the answer', async () => {
    const response = await shared().post({ ...ada, email: 'visitors-own-text' });
    expect(await response.text()).not.toContain('visitors-own-text');
  });
});

test('a repeat of a key, however it is written, is answered alike and stored once; what is no UUID is no key', async () => {
  const server = await startServer();
  const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
  const post = async (key: string, name = ada.name) => {
    const headers = { 'Idempotency-Key': key, Prefer: 'return=minimal' };
    const response = await server.post({ ...ada, name }, headers);
    return [response.status, response.headers.get('preference-applied')];
  };
  for (const again of [key, key, key.toUpperCase()])
    expect(await post(again)).toEqual([201, 'return=minimal']);
  await post(key, ' Ada Lovelace ');
  expect(await server.stored()).toMatchObject([{ ...ada, request_id: key }]);
  for (let i = 0; i < 2; i++) await post(`${key}0`);
  expect(await server.stored()).toHaveLength(3);
});

test('without the public key nothing else is revealed about a request', async () => {
  const { url } = shared();
  for (const [method, path] of [
    ['POST', '/x'],
    ['GET', '/booking_requests'],
    ['TRACE', '/a/b'],
  ] as const) {
    expect((await bareRequest(`${url}/rest/v1${path}`, method)).status).toBe(401);
  }
});

test('a 401 of the dialect says how to authenticate', async () => {
  const server = shared();
  const reading = await fetch(server.endpoint, { headers: { apikey: publicKey } });
  expect(reading.headers.get('www-authenticate')).toBe('Bearer');
});

test('another origin learns before its request what it may send, without a key', async () => {
  const names = 'apikey,content-type,idempotency-key';
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

test.each([
  ['is overloaded', new StoreOverloaded('full'), 'OVERLOADED'],
  ['is unavailable', new StoreUnavailable('gone'), 'PGRST000'],
])('a store that %s is answered with 503 and Retry-After', async (_, error, code) => {
  const server = await startServer({ store: failingStore(error) });
  const response = await server.post(ada);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await response.json()).toMatchObject({ code });
});
