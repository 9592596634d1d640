import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { browserAccept, failingStore, publicKey, startServer } from '../support/server.ts';

describe('a form that a browser posts by itself', () => {
  test('is stored with the language of its page', async () => {
    const server = await startServer();
    await server.postForm(ada, `?apikey=${publicKey}&language=de`);
    await server.postForm({ ...ada, name: 'Grace' }, `?apikey=${publicKey}&language=de'--`);
    await server.post({ ...ada, name: 'Kurt' }, { 'Content-Language': 'de' });
    const stored = await server.stored();
    expect(stored.map(({ language }) => language)).toEqual(['de', null, 'de']);
  });

  test.each([
    ['a wrong key', 401, ada, '?apikey=wrong'],
    ['no key', 401, ada, ''],
    ['more than 16 KB', 413, { ...ada, rest: 'x'.repeat(20_000) }, `?apikey=${publicKey}`],
    ['an unknown column', 400, { ...ada, foo: 'x' }, `?apikey=${publicKey}`],
  ])('gets the form again with %s', async (_, status, values, query) => {
    const server = await startServer();
    const response = await server.postForm(values, query);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('<dd>Ada Lovelace');
  });

  test('gets the form again when the store is unavailable', async () => {
    const server = await startServer({ store: failingStore(new StoreUnavailable('gone')) });
    const response = await server.postForm(ada);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toContain('<dd>Ada Lovelace');
  });

  test('gets the form again when its address sent too many', async () => {
    const server = await startServer({ rateLimit: { requests: 1, seconds: 600 } });
    await server.postForm(ada);
    const response = await server.postForm({ ...ada, name: 'Grace Hopper' });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await response.text()).toContain('<dd>Grace Hopper');
  });

  test('is shown with whatever values can be read', async () => {
    const server = await startServer();
    const response = await server.postForm('name=Ada&company_name=%ff&email=');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<dd>Ada');
  });
});

test('a browser that opens the address of a failed post is redirected to the form', async () => {
  const server = await startServer();
  const response = await fetch(`${server.endpoint}?columns=name`, {
    redirect: 'manual',
    headers: { Accept: browserAccept },
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/book');
});

test('JSON is answered as JSON, whatever the client prefers', async () => {
  const server = await startServer();
  expect((await server.post(ada, { Accept: browserAccept })).status).toBe(201);
  const refused = await server.post({ ...ada, name: '' }, { Accept: browserAccept });
  expect(await refused.json()).toMatchObject({ code: '23514' });
});
