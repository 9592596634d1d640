import { bookingFields } from '../../booking/booking.ts';
import { ada } from './ada.ts';
import { publicKey } from './server.ts';

/** A call to a data interface. Without more it is the page's own: JSON with one booking. */
export interface ParsedRequest {
  method?: string;
  /** Below the base of the data interface, with the query. */
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What of an answer a program decides by. */
export interface Answer {
  status: number;
  code: string | undefined;
  contentRange: string | null;
  applied: string | null;
}

/** Makes the call at this data interface. A text as the body is sent as it is. */
export async function answerTo(call: ParsedRequest, base: string): Promise<Answer> {
  const { method = 'POST', path = '/booking_requests', body = ada, headers = {} } = call;
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(base + path, {
    method,
    headers: { apikey: publicKey, 'Content-Type': 'application/json', ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body: sent }),
  });
  const text = await response.text();
  const { code } = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    code,
    contentRange: response.status === 201 ? response.headers.get('content-range') : null,
    applied: response.headers.get('preference-applied'),
  };
}

/** A call, and in words what it is. */
type Row = [name: string, call: ParsedRequest];

const without = (field: keyof typeof ada) =>
  Object.fromEntries(Object.entries(ada).filter(([name]) => name !== field));

/** The rows of the dialect that are the same at both. */
export const sameCalls: Row[] = [
  ['a booking', {}],
  ['a charset', { headers: { 'Content-Type': 'application/json;charset=utf-8' } }],
  [
    'a form',
    {
      body: new URLSearchParams(ada).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  ],
  ['an array', { body: [ada, ada] }],
  ['an array with differing keys', { body: [ada, without('email')] }],
  [
    'columns',
    { path: `/booking_requests?columns=${bookingFields.join()}`, body: { ...ada, x: 1 } },
  ],
  [
    'columns in quotes',
    { path: `/booking_requests?columns=${bookingFields.map((field) => `%22${field}%22`).join()}` },
  ],
  ['an idle select', { path: '/booking_requests?select=id' }],
  ['return=minimal', { headers: { Prefer: 'return=minimal' } }],
  ['missing=default', { headers: { Prefer: 'missing=default' } }],
  ['an unknown preference', { headers: { Prefer: 'nonsense' } }],
  ['a strict unknown preference', { headers: { Prefer: 'handling=strict, nonsense' } }],
  ['return=representation', { headers: { Prefer: 'return=representation' } }],
  ['return=headers-only', { headers: { Prefer: 'return=headers-only' } }],
  ['a key that is no UUID', { headers: { 'Idempotency-Key': 'none' } }],
  ['the public schema', { headers: { 'Content-Profile': 'public' } }],
  ['another schema', { headers: { 'Content-Profile': 'outbox' } }],
  ['an unknown type of body', { headers: { 'Content-Type': 'text/plain' } }],
  ['an empty body', { body: '' }],
  ['broken JSON', { body: '{"name": ' }],
  ['an unknown column', { body: { ...ada, foo: 'x' } }],
  ['an unknown column in columns', { path: '/booking_requests?columns=name,foo' }],
  ['an id of the visitor’s own', { body: { ...ada, id: 7 } }],
  ['a time of the visitor’s own', { body: { ...ada, created_at: '2020-01-01' } }],
  ['a request_id in the body', { body: { ...ada, request_id: crypto.randomUUID() } }],
  ...bookingFields.map((field): [string, ParsedRequest] => [
    `no ${field}`,
    { body: without(field) },
  ]),
  ['a null', { body: { ...ada, email: null } }],
  ['a blank name', { body: { ...ada, name: ' \u00a0\t' } }],
  ['a name of 200 wide letters', { body: { ...ada, name: '😀'.repeat(200) } }],
  ['a name of 201 letters', { body: { ...ada, name: 'a'.repeat(201) } }],
  ['an address without an @', { body: { ...ada, email: 'nobody' } }],
  ['an address with a blank', { body: { ...ada, email: 'a b@c.example' } }],
  ['an address of 255 letters', { body: { ...ada, email: `${'a'.repeat(245)}@b.example` } }],
  ['an address in another script', { body: { ...ada, email: 'ä@b.example' } }],
  ['reading', { method: 'GET' }],
  ['changing', { method: 'PATCH', path: '/booking_requests?id=eq.1', body: { name: 'x' } }],
  ['deleting', { method: 'DELETE', path: '/booking_requests?id=eq.1' }],
];

type DeliberateRow = [
  name: string,
  call: ParsedRequest,
  ours: Partial<Answer>,
  theirs: Partial<Answer>,
];

/** Where ours differs on purpose, or as later versions of PostgREST do. */
export const differentCalls: DeliberateRow[] = [
  [
    'an empty array, which would be a lead lost in silence',
    { body: [] },
    { status: 400, code: 'PGRST102' },
    { status: 201 },
  ],
  [
    'a number for a text',
    { body: { ...ada, name: 7 } },
    { status: 400, code: '22P02' },
    { status: 201 },
  ],
  [
    'an object for a text',
    { body: { ...ada, name: {} } },
    { status: 400, code: '22P02' },
    { status: 201 },
  ],
  [
    'a body of more than 16 KB',
    { body: { ...ada, name: 'a'.repeat(17_000) } },
    { status: 413, code: 'BODY_TOO_LARGE' },
    { status: 400, code: '23514' },
  ],
  [
    'text/csv',
    {
      body: `${bookingFields.join()}\n${Object.values(ada).join()}`,
      headers: { 'Content-Type': 'text/csv' },
    },
    { status: 400, code: 'PGRST102' },
    { status: 201 },
  ],
  [
    'a missing public key, which a gateway looks at',
    { headers: { apikey: '' } },
    { status: 401, code: undefined },
    { status: 201 },
  ],
  [
    'a table that is not there, as from version 13',
    { path: '/x' },
    { status: 404, code: 'PGRST205' },
    { status: 404 },
  ],
  [
    'a deeper path, as from version 13',
    { path: '/booking_requests/1' },
    { status: 404, code: 'PGRST125' },
    { status: 404 },
  ],
  [
    'an answer that is not JSON, as from version 13',
    { headers: { Accept: 'image/png' } },
    { status: 406, code: 'PGRST107' },
    { status: 415, code: 'PGRST107' },
  ],
  [
    'several rows under one key',
    { body: [ada, ada], headers: { 'Idempotency-Key': '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90' } },
    { status: 400, code: 'PGRST102' },
    { status: 201 },
  ],
];
