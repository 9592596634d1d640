import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { ada } from '../support/ada.ts';
import { bareRequest, publicKey, startServer } from '../support/server.ts';

describe('a booking is accepted', () => {
  test('as a JSON object, with an empty answer and PostgREST’s headers', async () => {
    const server = await startServer();
    const response = await server.post(ada);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-range')).toBe('*/*');
    expect(response.headers.get('content-length')).toBe('0');
    expect(response.headers.get('vary')).toBe('Accept, Prefer, Range');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(server.rows()).toEqual([
      { id: 1, created_at: expect.any(String), ...ada, request_id: null },
    ]);
  });

  test('with the time of the request in UTC with milliseconds', async () => {
    const server = await startServer({ now: () => Date.UTC(2026, 4, 3, 2, 1, 0, 7) });
    await server.post(ada);
    expect(server.rows()[0]?.created_at).toBe('2026-05-03T02:01:00.007Z');
  });

  test('with its fields trimmed', async () => {
    const server = await startServer();
    await server.post({ ...ada, name: '  Ada Lovelace\n' });
    expect(server.rows()).toMatchObject([ada]);
  });

  test.each([
    ['application/json', 'application/json'],
    ['application/json with a charset', 'application/json;charset=utf-8'],
    ['any spelling of the type', 'Application/JSON; charset=UTF-8'],
  ])('with %s', async (_, type) => {
    const server = await startServer();
    expect((await server.post(ada, { 'Content-Type': type })).status).toBe(201);
  });

  test('without a content type', async () => {
    const server = await startServer();
    const response = await server.post(new Blob([JSON.stringify(ada)]), {
      'Content-Type': '',
    });
    expect(response.status).toBe(201);
    expect(server.rows()).toHaveLength(1);
  });

  test('as a form that asks for JSON', async () => {
    const server = await startServer();
    const response = await server.postForm(ada, '', { apikey: publicKey, Accept: '*/*' });
    expect(response.status).toBe(201);
    expect(server.rows()).toMatchObject([ada]);
  });

  test('as an array, all of it', async () => {
    const server = await startServer();
    const response = await server.post([ada, { ...ada, name: 'Grace Hopper' }]);
    expect(response.status).toBe(201);
    expect(server.rows().map(({ name }) => name)).toEqual(['Ada Lovelace', 'Grace Hopper']);
  });

  test('as an array, none of it when one row is bad', async () => {
    const server = await startServer();
    const response = await server.post([ada, { ...ada, email: 'nobody' }]);
    expect(response.status).toBe(400);
    expect(server.rows()).toEqual([]);
  });

  test.each([
    ['plain', `?columns=${bookingFields.join()}`],
    ['quoted', `?columns=${bookingFields.map((field) => `%22${field}%22`).join()}`],
  ])('with keys outside of %s columns, which are ignored', async (_, query) => {
    const server = await startServer();
    const response = await server.post({ ...ada, trap: 'filled', id: 9 }, {}, query);
    expect(response.status).toBe(201);
    expect(server.rows()).toMatchObject([{ ...ada, id: 1 }]);
  });

  test('with a select that has nothing to select from', async () => {
    const server = await startServer();
    expect((await server.post(ada, {}, '?select=id')).status).toBe(201);
  });

  test('with what real clients send besides', async () => {
    const server = await startServer();
    const response = await server.post(ada, {
      Authorization: `Bearer ${publicKey}`,
      'Content-Profile': 'public',
      'X-Client-Info': 'supabase-js-web/2.0.0',
      Accept: '*/*',
    });
    expect(response.status).toBe(201);
  });

  test('with the key in the address', async () => {
    const server = await startServer();
    expect((await server.post(ada, { apikey: '' }, `?apikey=${publicKey}`)).status).toBe(201);
  });

  test('when JSON is accepted with parameters or as PostgREST’s own type', async () => {
    const server = await startServer();
    for (const accept of [
      'application/json; charset=utf-8',
      'application/vnd.pgrst.object+json',
      '*/*;q=0.5',
    ]) {
      expect((await server.post(ada, { Accept: accept })).status, accept).toBe(201);
    }
  });

  test('when its words are keys of every object’s prototype', async () => {
    const server = await startServer();
    await server.post({ ...ada, name: '__proto__', company_name: 'constructor' });
    expect(server.rows()).toMatchObject([{ name: '__proto__', company_name: 'constructor' }]);
  });

  test('in any script, and as long as the limits allow', async () => {
    const server = await startServer();
    const words = { ...ada, name: '😀'.repeat(200), company_name: '日本語 — عربى' };
    expect((await server.post(words)).status).toBe(201);
    expect(server.rows()).toMatchObject([words]);
  });
});

describe('what a client prefers', () => {
  test.each([
    ['return=minimal', 'return=minimal', '*/*'],
    ['return=minimal, missing=default', 'missing=default, return=minimal', '*/*'],
    ['return=minimal,count=exact', 'return=minimal, count=exact', '*/2'],
    ['handling=strict, missing=default', 'missing=default, handling=strict', '*/*'],
    ['handling=lenient, nonsense=1', 'handling=lenient', '*/*'],
    ['tx=commit', null, '*/*'],
    ['nonsense', null, '*/*'],
  ])('%s is applied as PostgREST applies it', async (prefer, applied, range) => {
    const server = await startServer();
    const response = await server.post([ada, ada], { Prefer: prefer });
    expect(response.status).toBe(201);
    expect(response.headers.get('preference-applied')).toBe(applied);
    expect(response.headers.get('content-range')).toBe(range);
  });
});

describe('another origin', () => {
  test('is told before its request what it may send, without a key', async () => {
    const server = await startServer();
    const { status, headers, body } = await bareRequest(server.endpoint, 'OPTIONS', {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'apikey,content-type,idempotency-key',
    });
    expect(status).toBe(200);
    expect(body.length).toBe(0);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toContain('POST');
    for (const name of ['apikey', 'content-type', 'idempotency-key']) {
      expect(headers['access-control-allow-headers']).toContain(name);
    }
    expect(headers['access-control-max-age']).toBe('86400');
  });

  test('can read the errors too', async () => {
    const server = await startServer();
    const response = await server.post(ada, {
      apikey: 'wrong',
      Origin: 'https://elsewhere.example',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});
