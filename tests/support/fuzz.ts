import fc from 'fast-check';
import { bookingFields } from '../../booking/booking.ts';
import { publicKey } from './server.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '\ud800', "'; DROP TABLE x; --", '<script>', '\r\nX: y'),
);
const goodText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const goodRow = fc.record({ ...ofEachField(goodText), email: fc.emailAddress() });
const anyRow = fc.record(ofEachField(fc.oneof(text, fc.jsonValue())), { requiredKeys: [] });
const strange = fc.dictionary(
  fc.constantFrom('id', 'created_at', 'repeats', '__proto__', 'constructor', 'a b'),
  fc.jsonValue(),
);
const json = fc
  .oneof(
    { weight: 4, arbitrary: goodRow },
    { weight: 4, arbitrary: anyRow },
    fc.tuple(anyRow, strange).map(([row, more]) => ({ ...row, ...more })),
    fc.array(fc.oneof(anyRow, goodRow), { maxLength: 5 }),
    fc.jsonValue(),
  )
  .map((value) => Buffer.from(JSON.stringify(value)));
const form = goodRow.map((fields) => Buffer.from(new URLSearchParams(fields).toString()));
const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: json },
  { weight: 2, arbitrary: form },
  // Cut somewhere, so that nearly everything is right.
  fc.tuple(json, fc.nat(200)).map(([value, cut]) => value.subarray(cut)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.alloc(17_000, 'a')),
);

/** A header's value may hold any byte but CR, LF and NUL: those are for `brokenRequests`. */
const value = fc.uint8Array({ maxLength: 60 }).map((bytes) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);
const header = fc.oneof(
  fc.tuple(
    fc.constant('Content-Type'),
    fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/csv'),
  ),
  fc.tuple(fc.constant('Accept'), fc.constantFrom('text/html', '*/*', 'image/png')),
  fc.tuple(
    fc.constantFrom('Accept-Encoding', 'Prefer', 'Content-Profile', 'Authorization', 'Origin'),
    value,
  ),
);
const query = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('', `?columns=${bookingFields.join()}`) },
  fc
    .string({ unit: fc.constantFrom(...'?&=%0a2cC,.:"columnsapikey\\'), maxLength: 40 })
    .map((text) => `?${text}`),
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constant('booking_requests') },
  fc.string({ unit: fc.constantFrom(...'/.%2ef\\:;@booking_requests\x7f'), maxLength: 40 }),
);
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'),
);
const key = fc.oneof({ weight: 9, arbitrary: fc.constant(publicKey) }, value);

/** Requests that a parser accepts, with everything that a stranger can choose. In latin1. */
export const fuzzedRequest: fc.Arbitrary<string> = fc
  .record({ method, path, query, key, body, headers: fc.array(header, { maxLength: 6 }) })
  .map(({ method, path, query, key, body, headers }) =>
    [
      `${method} /rest/v1/${path}${query} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `apikey: ${key}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${body.length}`,
      '',
      body.toString('latin1'),
    ].join('\r\n'),
  );

function ofEachField<T>(value: T): Record<string, T> {
  return Object.fromEntries(bookingFields.map((field) => [field, value]));
}
