import { bookingFields, bookingLimits, bookingOf } from '../../booking/booking.ts';
import { ada } from './ada.ts';
import { publicKey } from './server.ts';

/** A call to a data interface. Without more it is the page's own: JSON with one booking. */
interface Call {
  method?: string;
  /** Below the base of the data interface, with the query. */
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The parts of an answer by which a program decides. */
interface Answer {
  status: number;
  code: string | undefined;
  message: string | undefined;
  contentRange: string | null;
  applied: string | null;
}

/** Makes the call at this data interface, and gives its response with the decisive parts. */
export async function answerTo(call: Call, base: string) {
  const { method = 'POST', path = table, body = ada, headers = {} } = call;
  const sent = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
  const response = await fetch(base + path, {
    method,
    headers: { apikey: publicKey, 'Content-Type': 'application/json', ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body: sent }),
  });
  const text = await response.text();
  const error = text.startsWith('{') ? JSON.parse(text) : {};
  const answer: Answer = {
    status: response.status,
    code: error.code,
    message: error.message,
    contentRange: response.status === 201 ? response.headers.get('content-range') : null,
    applied: response.headers.get('preference-applied'),
  };
  return { answer, response, text, error };
}

const table = '/booking_requests';
const columns = bookingFields.join();
const key = '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const accepted = { status: 201, contentRange: '*/*' };
const refused = (status: number, code: string, message?: string): Partial<Answer> =>
  message === undefined ? { status, code } : { status, code, message };
const badJson = refused(400, 'PGRST102', 'Empty or invalid json');
const denied = refused(401, '42501', 'permission denied for table booking_requests');
const unknownColumn = (name: string) =>
  refused(
    400,
    'PGRST204',
    `Could not find the '${name}' column of 'booking_requests' in the schema cache`,
  );
const missing = (field: string) =>
  refused(
    400,
    '23502',
    `null value in column "${field}" of relation "booking_requests" violates not-null constraint`,
  );
const broken = (field: string) =>
  refused(
    400,
    '23514',
    `new row for relation "booking_requests" violates check constraint "booking_requests_${field}_check"`,
  );
const tooLarge = refused(413, 'BODY_TOO_LARGE');
const notText = refused(400, '22P02');

const seventeen = Array.from({ length: 17 }, (_, i) => `x${i}`);

const without = (field: keyof typeof ada) =>
  Object.fromEntries(Object.entries(ada).filter(([name]) => name !== field));

/**
 * The rows of the dialect: what the call is, the call, and our answer. PostgREST gives the same
 * (its messages change with its versions), except where a fourth part has its answer: we differ on purpose, or as its later versions do.
 */
export const dialect: [
  name: string,
  call: Call,
  ours: Partial<Answer>,
  theirs?: Partial<Answer>,
][] = [
  // Accepted
  ['a booking', {}, accepted],
  ['a charset', { headers: { 'Content-Type': 'application/json;charset=utf-8' } }, accepted],
  [
    'another case',
    { headers: { 'Content-Type': 'Application/JSON; charset=UTF-8' } },
    accepted,
    { status: 400 },
  ],
  [
    'no content type',
    { body: new Blob([JSON.stringify(ada)]), headers: { 'Content-Type': '' } },
    accepted,
    { status: 400 },
  ],
  ['a form', { body: `${new URLSearchParams(ada)}`, headers: form }, accepted],
  ['an array', { body: [ada, { ...ada, name: 'Grace Hopper' }] }, accepted],
  ['columns', { path: `${table}?columns=${columns}`, body: { ...ada, x: 'y', id: 9 } }, accepted],
  [
    'columns in quotes',
    { path: `${table}?columns=${bookingFields.map((field) => `%22${field}%22`)}` },
    accepted,
  ],
  ['a select', { path: `${table}?select=id` }, accepted],
  [
    'what real clients send besides',
    {
      headers: {
        'Content-Profile': 'public',
        'X-Client-Info': 'supabase-js-web/2.0.0',
        Accept: '*/*',
      },
    },
    accepted,
  ],
  [
    'JSON with parameters accepted',
    { headers: { Accept: 'application/json; charset=utf-8' } },
    accepted,
  ],
  [
    'PostgREST’s own type accepted',
    { headers: { Accept: 'application/vnd.pgrst.object+json' } },
    accepted,
  ],
  ['anything accepted', { headers: { Accept: '*/*;q=0.5' } }, accepted],
  ['a key that is not a UUID', { headers: { 'Idempotency-Key': 'none' } }, accepted],
  [
    'values of any script',
    { body: { ...ada, name: '😀'.repeat(200), company_name: '日本語 — عربى' } },
    accepted,
  ],
  [
    'names of a prototype',
    { body: { ...ada, name: '__proto__', company_name: 'constructor' } },
    accepted,
  ],
  ['return=minimal', prefers('return=minimal'), { ...accepted, applied: 'return=minimal' }],
  [
    'missing=default',
    prefers('return=minimal, missing=default'),
    { ...accepted, applied: 'missing=default, return=minimal' },
  ],
  [
    'count=exact',
    { ...prefers('return=minimal,count=exact'), body: [ada, ada] },
    { status: 201, contentRange: '*/2', applied: 'return=minimal, count=exact' },
  ],
  [
    'strict handling',
    prefers('handling=strict, missing=default'),
    { ...accepted, applied: 'missing=default, handling=strict' },
  ],
  [
    'lenient handling',
    prefers('handling=lenient, nonsense=1'),
    { ...accepted, applied: 'handling=lenient' },
  ],
  ['a transaction’s end', prefers('tx=commit'), { ...accepted, applied: null }],
  ['an unknown preference', prefers('nonsense'), { ...accepted, applied: null }],

  // Bodies
  ['an empty body', { body: '' }, badJson],
  ['broken JSON', { body: '{"name": ' }, badJson],
  ['an empty array, which would lose a booking in silence', { body: [] }, badJson, accepted],
  ['null', { body: 'null' }, badJson, accepted],
  ['a number', { body: '7' }, badJson, accepted],
  ['a string', { body: '"name"' }, badJson, accepted],
  ['an array of numbers', { body: [1, 2] }, badJson],
  ['an array of arrays', { body: [[]] }, badJson],
  ['invalid UTF-8', { body: new Blob([Buffer.from('{"name":"\xff"}', 'latin1')]) }, badJson],
  ['a lone surrogate', { body: '{"name":"\\ud800","company_name":"b","email":"a@b.c"}' }, badJson],
  ['a lone surrogate in a key', { body: '{"\\udfff":"a"}' }, badJson],
  ['arrays in arrays', { body: '['.repeat(8000) + ']'.repeat(8000) }, badJson],
  ['invalid UTF-8 in a form', { body: 'name=%ff', headers: form }, badJson, { status: 500 }],
  ['a broken escape in a form', { body: 'name=%zz', headers: form }, badJson, { code: '23502' }],
  [
    'differing keys',
    { body: [ada, without('email')] },
    refused(400, 'PGRST102', 'All object keys must match'),
  ],
  [
    'one key for several rows',
    { body: [ada, ada], headers: { 'Idempotency-Key': key } },
    refused(400, 'PGRST102'),
    accepted,
  ],
  [
    'text/csv',
    { body: `${columns}\n${Object.values(ada)}`, headers: { 'Content-Type': 'text/csv' } },
    refused(400, 'PGRST102', 'Content-Type not acceptable: text/csv'),
    accepted,
  ],
  ...['text/plain', 'multipart/form-data', 'application/xml', 'nonsense'].map(
    (type): [string, Call, Partial<Answer>] => [
      `the type ${type}`,
      { headers: { 'Content-Type': type } },
      refused(400, 'PGRST102', `Content-Type not acceptable: ${type}`),
    ],
  ),
  ['a body of just 16 KB', { body: JSON.stringify(ada).padEnd(16 * 1024) }, accepted],
  ['a body of more', { body: JSON.stringify(ada).padEnd(16 * 1024 + 1) }, tooLarge, accepted],
  ['more than 100 rows', { body: Array(101).fill(ada) }, tooLarge, accepted],
  [
    'more than 16 names in columns',
    { path: `${table}?columns=${seventeen}` },
    tooLarge,
    { code: 'PGRST204' },
  ],
  [
    'more than 16 keys in an object',
    { body: Object.fromEntries(seventeen.map((name) => [name, ''])) },
    tooLarge,
    { code: 'PGRST204' },
  ],

  // Columns and values
  ['an unknown column', { body: { ...ada, foo: 'x' } }, unknownColumn('foo')],
  ['an unknown column in columns', { path: `${table}?columns=name,foo` }, unknownColumn('foo')],
  ['an unknown column beside an id', { body: { ...ada, id: 1, foo: 1 } }, unknownColumn('foo')],
  ...['__proto__', 'constructor', 'toString'].map((name): [string, Call, Partial<Answer>] => [
    `a column ${name}`,
    { body: JSON.stringify({ ...ada, x: 'y' }).replace('"x"', `"${name}"`) },
    unknownColumn(name),
  ]),
  [
    'a column twice in columns',
    { path: `${table}?columns=name,name` },
    refused(400, 'PGRST100'),
    {},
  ],
  ...['id', 'created_at', 'request_id', 'spam_signals', 'accepted_at'].flatMap(
    (column): [string, Call, Partial<Answer>][] => [
      [`a visitor’s own ${column}`, { body: { ...ada, [column]: null } }, denied],
      [`a ${column} in columns`, { path: `${table}?columns=${columns},${column}` }, denied],
    ],
  ),
  ...bookingFields.flatMap((field): [string, Call, Partial<Answer>][] => [
    [`no ${field}`, { body: without(field) }, missing(field)],
    [`null for ${field}`, { body: { ...ada, [field]: null } }, missing(field)],
    [
      `${field} not in columns`,
      { path: `${table}?columns=${Object.keys(without(field))}` },
      missing(field),
    ],
    [`a blank ${field}`, { body: { ...ada, [field]: ' \u00a0\t' } }, broken(field)],
    [
      `a ${field} that is too long`,
      { body: { ...ada, [field]: ada[field].padStart(bookingLimits[field].max + 1, 'a') } },
      broken(field),
    ],
  ]),
  ...['ab', 'nobody', 'a b@c.d', 'ä@b.example'].map((email): [string, Call, Partial<Answer>] => [
    `the address ${email}`,
    { body: { ...ada, email } },
    broken('email'),
  ]),
  ['a name that nobody sees', { body: { ...ada, name: '\u200b\u3164\u2800' } }, broken('name')],
  [
    'a domain in another script, which the page sends in ASCII',
    { body: { ...ada, email: 'ada@münchen.example' } },
    accepted,
    { status: 400 },
  ],
  [
    'every field bad, by the first check in the alphabet',
    { body: bookingOf(() => '') },
    broken(bookingFields.toSorted()[0] ?? ''),
  ],
  ['two bad fields', { body: { ...ada, name: '', email: '' } }, broken('email')],
  [
    'a bad row before one with a null',
    { body: [ada, { ...ada, email: 'x' }, { ...ada, name: null }] },
    broken('email'),
  ],
  [
    'a null before a bad field',
    { body: { name: null, company_name: '', email: 'x' } },
    missing('name'),
  ],
  ...[7, true, { a: 1 }, ['a']].map((value): [string, Call, Partial<Answer>, Partial<Answer>] => [
    `${JSON.stringify(value)} for a text`,
    { body: { ...ada, name: value } },
    notText,
    accepted,
  ]),
  [
    'a number and a null',
    { body: { name: null, company_name: '', email: 5 } },
    notText,
    { status: 400 },
  ],
  ['a NUL', { body: JSON.stringify({ ...ada, name: 'a\0' }) }, refused(400, '22P05')],
  [
    'a NUL in a form',
    { body: `${new URLSearchParams({ ...ada, name: 'a\0' })}`, headers: form },
    refused(400, '22P05'),
  ],

  // Paths, methods and what a client wishes
  [
    'another table, as from version 13',
    { path: '/x' },
    refused(404, 'PGRST205', "Could not find the table 'public.x' in the schema cache"),
    { status: 404 },
  ],
  ...['/booking_requests/1', '/rpc/anything', '/booking_requests/', '/', ''].map(
    (path): [string, Call, Partial<Answer>, Partial<Answer>] => [
      `the path '${path}'`,
      { path },
      refused(404, 'PGRST125'),
      {},
    ],
  ),
  ['reading', { method: 'GET' }, denied],
  ['changing', { method: 'PATCH', path: `${table}?id=eq.1`, body: { name: 'x' } }, denied],
  ['replacing', { method: 'PUT', path: `${table}?id=eq.1`, body: ada }, denied, { status: 400 }],
  ['deleting', { method: 'DELETE', path: `${table}?id=eq.1` }, denied],
  ['PROPFIND', { method: 'PROPFIND' }, refused(405, 'PGRST117')],
  ...[
    'return=representation',
    'return=headers-only',
    'resolution=merge-duplicates',
    'resolution=ignore-duplicates',
  ].map((prefer): [string, Call, Partial<Answer>] => [prefer, prefers(prefer), denied]),
  [
    'strict handling of an unknown preference',
    prefers('handling=strict, foo, return=minimal, bar=1'),
    refused(400, 'PGRST122', 'Invalid preferences given with handling=strict'),
  ],
  ...['image/png', 'text/csv', 'application/json;q=0'].map(
    (type): [string, Call, Partial<Answer>, Partial<Answer>] => [
      `only ${type} accepted, as from version 13`,
      { headers: { Accept: type } },
      refused(406, 'PGRST107'),
      {},
    ],
  ),
  [
    'another schema',
    { headers: { 'Content-Profile': 'private' } },
    refused(406, 'PGRST106', 'Invalid schema: private'),
  ],
  [
    'no public key, which a gateway looks at',
    { headers: { apikey: '' } },
    { status: 401, code: undefined, message: 'No API key found in request' },
    accepted,
  ],
  [
    'a wrong public key',
    { headers: { apikey: 'wrong' } },
    { status: 401, code: undefined, message: 'Invalid API key' },
    accepted,
  ],
];

function prefers(prefer: string): Call {
  return { headers: { Prefer: prefer } };
}
