import { describe, expect, test } from 'vitest';
import { ada } from '../support/ada.ts';
import { browserAccept, startServer } from '../support/server.ts';

describe('a form that a browser posts without a script', () => {
  test('is stored with the language of its page', async () => {
    const server = await startServer();
    await server.postForm(ada, '?language=de');
    await server.postForm({ ...ada, name: 'Grace' }, "?language=de'--");
    await server.post({ ...ada, name: 'Kurt' }, { 'Content-Language': 'de' });
    const stored = await server.stored();
    expect(stored.map(({ language }) => language)).toEqual(['de', null, 'de']);
  });

  test.each<[string, number, Record<string, string> | string, string]>([
    ['an unknown column', 400, { ...ada, foo: 'x' }, 'Ada Lovelace'],
    [
      'its values as text',
      400,
      { ...ada, name: `"'><b>{{email}}`, email: '' },
      '&quot;&#x27;&gt;&lt;b&gt;{{email}}',
    ],
    ['more than 16 KB', 413, { ...ada, rest: 'x'.repeat(20_000) }, 'Book again'],
    [
      'the values that can be read',
      400,
      'name=Ada&company_name=%ff&email=',
      'Book again{&quot;name&quot;:&quot;Ada&quot;',
    ],
  ])('gets the form back with %s', async (_, status, values, shown) => {
    const server = await startServer();
    const response = await server.postForm(values, '');
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await response.text()).toContain(shown);
  });

  test('gets the form back when it is over the rate limit', async () => {
    const server = await startServer({ settings: { RATE_LIMIT_REQUESTS: '1' } });
    await server.postForm(ada);
    const response = await server.postForm({ ...ada, name: 'Grace Hopper' });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(await response.text()).toContain('Grace Hopper');
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

test('JSON is answered as JSON, even if the client prefers HTML', async () => {
  const server = await startServer();
  expect((await server.post(ada, { Accept: browserAccept })).status).toBe(201);
  const refused = await server.post({ ...ada, name: '' }, { Accept: browserAccept });
  expect(await refused.json()).toMatchObject({ code: '23514' });
});
