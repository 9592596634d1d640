import fc from 'fast-check';
import { bookingFields } from '../../booking/booking.ts';
import { publicKey } from './server.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '\ud800', "'; DROP TABLE x; --", '<script>', '\r\nX: y'),
);
const email = fc.oneof(fc.emailAddress(), text);
const row = fc.record(
  {
    ...ofEachField(fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue())),
    email: fc.oneof({ weight: 6, arbitrary: email }, fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const goodText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const goodRow = fc.record({ ...ofEachField(goodText), email: fc.emailAddress() });
const strange = fc.dictionary(
  fc.constantFrom('id', 'created_at', 'request_id', '__proto__', 'constructor', 'toString', 'a b'),
  fc.jsonValue(),
);
const json = fc.oneof(
  { weight: 4, arbitrary: goodRow },
  { weight: 4, arbitrary: row },
  fc.tuple(row, strange).map(([a, b]) => ({ ...a, ...b })),
  fc.array(fc.oneof(row, goodRow), { maxLength: 5 }),
  fc.jsonValue(),
);
const form = fc.oneof(row, goodRow).map((fields) => {
  // A value that is an object may have a `toString` of its own, which is none.
  const texts = Object.entries(fields).map(([name, value]) => [name, textOf(value)]);
  return new URLSearchParams(texts).toString();
});
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const bytesOf = (value: unknown, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(JSON.stringify(value) ?? '', encoding);
const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => bytesOf(value)) },
  { weight: 2, arbitrary: form.map((text) => Buffer.from(text)) },
  // Cut somewhere, so that nearly everything is right.
  fc.tuple(json, fc.nat(200)).map(([value, cut]) => bytesOf(value).subarray(cut)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  json.map((value) => bytesOf(value, 'utf16le')),
  fc.constantFrom(17_000, 40_000).map((length) => Buffer.alloc(length, 'a')),
);

/** A header's value may hold any byte but CR, LF and NUL: those are for `brokenRequests`. */
const value = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
  ),
  fc.string({ unit: fc.constantFrom(...',;="/*qQ0.1\t aZ-'), maxLength: 80 }),
);
const sensible: Record<string, fc.Arbitrary<string>> = {
  'Content-Type': fc.constantFrom(
    ...['application/json', 'application/x-www-form-urlencoded', 'text/csv'],
    ...['multipart/form-data; boundary=x', 'application/json; charset=utf-16'],
  ),
  Accept: fc.constantFrom('text/html', '*/*', 'application/json', 'image/png'),
  'Idempotency-Key': fc.uuid(),
  'Content-Encoding': fc.constantFrom('gzip', 'br', 'identity'),
  'X-Forwarded-For': fc.oneof(fc.ipV4(), fc.ipV6()),
};
const names = [
  ...['Accept-Encoding', 'Prefer', 'Content-Profile', 'Authorization', 'X-Client-Info'],
  ...['If-None-Match', 'Range', 'Origin', 'Access-Control-Request-Headers'],
  ...Object.keys(sensible),
];
const header = fc.oneof(
  ...Object.entries(sensible).map(([name, values]) => fc.tuple(fc.constant(name), values)),
  fc.tuple(fc.constantFrom(...names), value),
);
const query = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', `?columns=${bookingFields.join()}`) },
  fc.constantFrom('?select=*', '?columns=%22name%22,email'),
  fc
    .string({ unit: fc.constantFrom(...'?&=%0a2cC,.:"columnsapikey\\'), maxLength: 40 })
    .map((text) => `?${text}`),
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constant('/rest/v1/booking_requests') },
  fc
    .string({ unit: fc.constantFrom(...'/.%2ef\\:;@booking_requests\x7f'), maxLength: 40 })
    .map((text) => `/rest/v1/${text}`),
);
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'),
);

/** Requests that a parser accepts, with everything that a stranger can choose. In latin1. */
export const fuzzedRequest: fc.Arbitrary<string> = fc
  .record({
    method,
    path,
    query,
    key: fc.oneof({ weight: 9, arbitrary: fc.constant(publicKey) }, value),
    headers: fc.array(header, { maxLength: 6 }),
    body,
    chunked: fc.boolean(),
  })
  .map(({ method, path, query, key, headers, body, chunked }) => {
    const sent = body.toString('latin1');
    return [
      `${method} ${path}${query} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `apikey: ${key}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sent.length}`,
      '',
      chunked ? inChunks(sent) : sent,
    ].join('\r\n');
  });

function inChunks(text: string): string {
  const chunk = text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`;
  return `${chunk}0\r\n\r\n`;
}

function ofEachField<T>(value: T): Record<string, T> {
  return Object.fromEntries(bookingFields.map((field) => [field, value]));
}
