import { describe, expect, test } from 'vitest';
import { bookingFields } from '../../booking/booking.ts';
import { StoreOverloaded, StoreUnavailable } from '../../server/store/store.ts';
import { ada } from '../support/ada.ts';
import { bareRequest, publicKey, sharedServer, startServer } from '../support/server.ts';

const refusing = sharedServer();

const denied = 'permission denied for table booking_requests';

async function refusalOf(response: Response) {
  const body = await response.json();
  return { status: response.status, code: body.code, message: body.message };
}

describe('without the public key', () => {
  test('a booking is refused in the gateway’s words', async () => {
    const server = refusing();
    const response = await server.post(ada, { apikey: '' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
    expect(response.headers.get('proxy-status')).toBeNull();
    expect(server.rows()).toEqual([]);
  });

  test('and with a wrong one too', async () => {
    const server = refusing();
    const response = await server.post(ada, { apikey: 'wrong' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      message: 'Invalid API key',
      hint: 'Double check the API key.',
    });
  });

  test('nothing else is said about the request', async () => {
    const server = refusing();
    for (const [method, path] of [
      ['POST', '/x'],
      ['GET', '/booking_requests'],
      ['TRACE', '/a/b'],
    ] as const) {
      expect((await bareRequest(`${server.url}/rest/v1${path}`, method)).status).toBe(401);
    }
  });
});

describe('a body is refused', () => {
  test.each([
    ['empty', ''],
    ['broken', '{"name": '],
    ['an empty array', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"name"'],
    ['an array of numbers', '[1, 2]'],
    ['an array of arrays', '[[]]'],
    [
      'with invalid UTF-8',
      new Blob([Buffer.from('{"name":"\xff","company_name":"b","email":"a@b.c"}', 'latin1')]),
    ],
    ['with a lone surrogate', '{"name":"\\ud800","company_name":"b","email":"a@b.c"}'],
    ['with a lone surrogate in a key', '{"\\udfff":"a"}'],
    ['deep beyond reason', '['.repeat(8000) + ']'.repeat(8000)],
  ])('when it is %s', async (_, body) => {
    const server = refusing();
    const response = await server.post(body);
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=PGRST102');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'PGRST102',
      message: 'Empty or invalid json',
      details: null,
      hint: null,
    });
    expect(server.rows()).toEqual([]);
  });

  test('when it is a form with invalid UTF-8 or a broken escape', async () => {
    const server = refusing();
    for (const body of ['name=%ff', 'name=%zz']) {
      const response = await server.postForm(body, '', { apikey: publicKey, Accept: '*/*' });
      expect(await refusalOf(response)).toMatchObject({ status: 400, code: 'PGRST102' });
    }
  });

  test('when the objects of an array have differing keys', async () => {
    const server = refusing();
    const response = await server.post([ada, { name: 'Grace Hopper' }]);
    expect(await refusalOf(response)).toEqual({
      status: 400,
      code: 'PGRST102',
      message: 'All object keys must match',
    });
  });

  test('when one Idempotency-Key comes with more than one row', async () => {
    const server = refusing();
    const response = await server.post([ada, ada], { 'Idempotency-Key': crypto.randomUUID() });
    expect(await refusalOf(response)).toMatchObject({ status: 400, code: 'PGRST102' });
    expect(server.rows()).toEqual([]);
  });

  test.each(['text/csv', 'text/plain', 'multipart/form-data', 'application/xml', 'nonsense'])(
    'when its type is %s',
    async (type) => {
      const server = refusing();
      expect(await refusalOf(await server.post(ada, { 'Content-Type': type }))).toEqual({
        status: 400,
        code: 'PGRST102',
        message: `Content-Type not acceptable: ${type}`,
      });
    },
  );

  test('when it is larger than 16 KB, by its length or as it comes', async () => {
    const server = refusing();
    const text = JSON.stringify({ ...ada, name: 'a'.repeat(16 * 1024) });
    expect(await refusalOf(await server.post(text))).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    const stream = new Blob([text]).stream();
    const upload = { method: 'POST', headers: { apikey: publicKey }, body: stream, duplex: 'half' };
    const chunked = await fetch(server.endpoint, upload);
    expect(await refusalOf(chunked)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(server.rows()).toEqual([]);
  });

  test('and just 16 KB are read', async () => {
    const server = await startServer();
    const text = JSON.stringify(ada);
    expect((await server.post(text + ' '.repeat(16 * 1024 - text.length))).status).toBe(201);
    expect((await server.post(text + ' '.repeat(16 * 1024 - text.length + 1))).status).toBe(413);
  });
});

describe('a column is refused', () => {
  test.each([
    ['in the body', { ...ada, foo: 1 }, ''],
    ['in the list of columns', ada, '?columns=name,foo'],
    ['although a visitor may not set another one of them', { ...ada, id: 1, foo: 1 }, ''],
  ])('when it is unknown, %s', async (_, body, query) => {
    const server = refusing();
    expect(await refusalOf(await server.post(body, {}, query))).toEqual({
      status: 400,
      code: 'PGRST204',
      message: "Could not find the 'foo' column of 'booking_requests' in the schema cache",
    });
  });

  test('when it has the name of a prototype', async () => {
    const server = refusing();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const response = await server.post(
        `{"${name}": "x", "name": "a", "company_name": "b", "email": "a@b.c"}`,
      );
      expect(await refusalOf(response)).toMatchObject({ status: 400, code: 'PGRST204' });
    }
  });

  test.each(['id', 'created_at', 'request_id'])(
    'when it is %s, which a visitor may not set',
    async (column) => {
      const server = refusing();
      for (const [body, query] of [
        [{ ...ada, [column]: 'x' }, ''],
        [ada, `?columns=${bookingFields.join()},${column}`],
      ] as const) {
        expect(await refusalOf(await server.post(body, {}, query))).toEqual({
          status: 401,
          code: '42501',
          message: denied,
        });
      }
      expect(server.rows()).toEqual([]);
    },
  );
});

describe('a field is refused', () => {
  test.each(bookingFields)('when %s is missing, null or left out of columns', async (field) => {
    const server = refusing();
    const others = Object.fromEntries(Object.entries(ada).filter(([name]) => name !== field));
    const columns = Object.keys(others).join(',');
    for (const [body, query] of [
      [others, ''],
      [{ ...ada, [field]: null }, ''],
      [ada, `?columns=${columns}`],
    ] as const) {
      expect(await refusalOf(await server.post(body, {}, query))).toEqual({
        status: 400,
        code: '23502',
        message: `null value in column "${field}" of relation "booking_requests" violates not-null constraint`,
      });
    }
  });

  test.each([
    ['name', ''],
    ['name', ' \t\n'],
    ['name', 'a'.repeat(201)],
    ['company_name', ''],
    ['company_name', 'a'.repeat(201)],
    ['email', 'ab'],
    ['email', 'nobody'],
    ['email', 'a b@c.d'],
    ['email', `${'a'.repeat(251)}@b.c`],
  ])('when %s is %j', async (field, value) => {
    const server = refusing();
    const response = await server.post({ ...ada, [field]: value });
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=23514');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: '23514',
      message: `new row for relation "booking_requests" violates check constraint "booking_requests_${field}_check"`,
      details: null,
      hint: null,
    });
  });

  test('by the first check in the alphabet when several are broken', async () => {
    const server = refusing();
    const { message } = await refusalOf(
      await server.post({ ...ada, name: '', company_name: '', email: '' }),
    );
    expect(message).toContain('booking_requests_company_name_check');
    const { message: second } = await refusalOf(await server.post({ ...ada, name: '', email: '' }));
    expect(second).toContain('booking_requests_email_check');
  });

  test('for a type before a null, and for a null before a check', async () => {
    const server = refusing();
    expect(
      await refusalOf(await server.post({ ...ada, name: null, company_name: '', email: 5 })),
    ).toMatchObject({
      code: '22P02',
    });
    expect(
      await refusalOf(await server.post({ ...ada, name: null, company_name: '', email: 'x' })),
    ).toMatchObject({
      code: '23502',
    });
  });

  test('for the first bad row of an array', async () => {
    const server = refusing();
    const rows = [ada, { ...ada, email: 'x' }, { ...ada, name: null }];
    expect(await refusalOf(await server.post(rows))).toMatchObject({ code: '23514' });
  });

  test.each([7, true, { a: 1 }, ['a']])('when it is %j and not text', async (value) => {
    const server = refusing();
    expect(await refusalOf(await server.post({ ...ada, name: value }))).toMatchObject({
      status: 400,
      code: '22P02',
    });
    expect(server.rows()).toEqual([]);
  });

  test('when it holds a NUL', async () => {
    const server = refusing();
    expect(
      await refusalOf(await server.post('{"name":"a\\u0000","company_name":"b","email":"a@b.c"}')),
    ).toMatchObject({ status: 400, code: '22P05' });
    const form = await server.postForm('name=a%00&company_name=b&email=a@b.c', '', {
      apikey: publicKey,
      Accept: '*/*',
    });
    expect(await refusalOf(form)).toMatchObject({ status: 400, code: '22P05' });
  });

  test('without a word of it in the answer', async () => {
    const server = refusing();
    const response = await server.post({ ...ada, email: 'visitors-own-words' });
    expect(await response.text()).not.toContain('visitors-own-words');
  });
});

describe('a path is refused', () => {
  test('when there is no such table', async () => {
    const server = refusing();
    const response = await fetch(`${server.url}/rest/v1/x`, {
      method: 'POST',
      headers: { apikey: publicKey },
    });
    expect(await refusalOf(response)).toEqual({
      status: 404,
      code: 'PGRST205',
      message: "Could not find the table 'public.x' in the schema cache",
    });
  });

  test.each(['/booking_requests/1', '/rpc/anything', '/booking_requests/', '/', ''])(
    'when it is not a table’s: %s',
    async (path) => {
      const server = refusing();
      const response = await fetch(`${server.url}/rest/v1${path}`, {
        method: 'POST',
        headers: { apikey: publicKey },
      });
      expect(await refusalOf(response)).toMatchObject({ status: 404, code: 'PGRST125' });
    },
  );
});

describe('a method is refused', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])(
    '%s, because a visitor may only insert',
    async (method) => {
      const server = refusing();
      const response = await fetch(server.endpoint, { method, headers: { apikey: publicKey } });
      expect(await refusalOf(response)).toEqual({ status: 401, code: '42501', message: denied });
    },
  );

  test('HEAD, without a body', async () => {
    const server = refusing();
    const { status, body } = await bareRequest(server.endpoint, 'HEAD', { apikey: publicKey });
    expect([status, body.length]).toEqual([401, 0]);
  });

  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'QUERY'])(
    '%s, because it is not supported',
    async (method) => {
      const server = refusing();
      const { status, body } = await bareRequest(server.endpoint, method, { apikey: publicKey });
      expect(status).toBe(405);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'PGRST117' });
    },
  );
});

describe('a wish is refused', () => {
  test.each([
    'return=representation',
    'return=headers-only',
    'resolution=merge-duplicates',
    'resolution=ignore-duplicates',
  ])('Prefer: %s, because a visitor may not read', async (prefer) => {
    const server = refusing();
    expect(await refusalOf(await server.post(ada, { Prefer: prefer }))).toEqual({
      status: 401,
      code: '42501',
      message: denied,
    });
    expect(server.rows()).toEqual([]);
  });

  test('an unknown preference under strict handling', async () => {
    const server = refusing();
    const response = await server.post(ada, {
      Prefer: 'handling=strict, foo, return=minimal, bar=1',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: foo, bar=1',
      hint: null,
    });
  });

  test.each(['text/csv', 'image/png', 'application/json;q=0'])('Accept: %s', async (accept) => {
    const server = refusing();
    expect(await refusalOf(await server.post(ada, { Accept: accept }))).toMatchObject({
      status: 406,
      code: 'PGRST107',
    });
  });

  test('another schema', async () => {
    const server = refusing();
    expect(await refusalOf(await server.post(ada, { 'Content-Profile': 'private' }))).toEqual({
      status: 406,
      code: 'PGRST106',
      message: 'Invalid schema: private',
    });
  });
});

describe('the store’s trouble', () => {
  const healthy = {
    check: async () => {},
  };

  test.each([
    ['is overloaded', new StoreOverloaded('full'), 503, 'OVERLOADED'],
    ['is unavailable', new StoreUnavailable('gone'), 503, 'PGRST000'],
  ])('is answered with 503 and Retry-After when it %s', async (_, error, status, code) => {
    const server = await startServer({
      store: { ...healthy, insertBookings: () => Promise.reject(error) },
    });
    const response = await server.post(ada);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refusalOf(response)).toMatchObject({ status, code });
  });

  test('is a plain sentence with the request’s id when nobody foresaw it, the stack in the log alone', async () => {
    const failure = new Error('the secret cause');
    const server = await startServer({
      store: { ...healthy, insertBookings: () => Promise.reject(failure) },
    });
    const response = await server.post(ada);
    expect(response.status).toBe(500);
    const body = await response.json();
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message']);
    expect(JSON.stringify(body)).not.toContain('secret cause');
    const line = server.lines.find(({ err }) => err !== undefined);
    expect(JSON.stringify(line)).toContain('the secret cause');
    expect(body.hint).toContain(line?.reqId);
  });
});
