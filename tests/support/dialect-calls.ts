import { bookingFields, bookingOf, fieldRules, requiredFields } from '../../booking/booking.ts';
import { ada, tooLongFor } from './ada.ts';
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
const optionalFields = bookingFields.filter((field) => !fieldRules[field].required);
const accepted = { status: 201, contentRange: '*/*' };
const refused = (status: number, code: string, message?: string): Partial<Answer> =>
  message === undefined ? { status, code } : { status, code, message };
const denied = refused(401, '42501', 'permission denied for table booking_requests');
const badBody = (message?: string) => refused(400, 'PGRST102', message);
const badJson = badBody('Empty or invalid json');
const wrongType = (type: string) => badBody(`Content-Type not acceptable: ${type}`);
const wrongSchema = refused(406, 'PGRST106', 'Invalid schema: private');
const tooLarge = refused(413, 'BODY_TOO_LARGE');
const notText = refused(400, '22P02');
const relation = 'relation "booking_requests" violates';
const missing = (field: string) =>
  refused(400, '23502', `null value in column "${field}" of ${relation} not-null constraint`);
const broken = (field: string) =>
  refused(
    400,
    '23514',
    `new row for ${relation} check constraint "booking_requests_${field}_check"`,
  );
const unknownColumn = (name: string) => {
  const column = `the '${name}' column of 'booking_requests'`;
  return refused(400, 'PGRST204', `Could not find ${column} in the schema cache`);
};

const noKey = (message: string) => ({ status: 401, code: undefined, message });

const query = (text: string): Call => ({ path: `${table}?${text}` });
const body = (value: unknown): Call => ({ body: value });
const booking = (values: object): Call => ({ body: { ...ada, ...values } });
const header = (name: string, value: string): Call => ({ headers: { [name]: value } });
const typed = (type: string, text: unknown = ada): Call => ({
  ...body(text),
  ...header('Content-Type', type),
});
const form = (text: string) => typed('application/x-www-form-urlencoded', text);
const prefers = (value: string) => header('Prefer', value);
const bearer = (token: string) => header('Authorization', `Bearer ${token}`);
const without = (field: keyof typeof ada) =>
  Object.fromEntries(Object.entries(ada).filter(([name]) => name !== field));
const withNul = { ...ada, name: 'a\0' };
const seventeen = Array.from({ length: 17 }, (_, i) => `x${i}`);
const key = header('Idempotency-Key', '0b6e3a52-6a5e-4c5d-9f5e-2f1f6b1c7a90');
const twoRowsOneKey = { ...body([ada, ada]), ...key };
const manyKeys = body(Object.fromEntries(seventeen.map((name) => [name, ''])));
const brackets = (count: number) => body('['.repeat(count) + ']'.repeat(count));
const csv = `${columns}\n${Object.values(ada)}`;
const tooLong = (field: keyof typeof ada) => booking({ [field]: tooLongFor(field) });
const allEmpty = body(bookingOf(() => ''));
const numberAndNull = body({ name: null, company_name: '', email: 5 });
const badBeforeNull = body([ada, { ...ada, email: 'x' }, { ...ada, name: null }]);

/** What the call is, the call, our answer, and PostgREST's where it is another one. */
type Row = [name: string, call: Call, ours: Partial<Answer>, theirs?: Partial<Answer>];

/** Calls, by what they are, that get the same answer. */
function all(calls: Record<string, Call>, ours: Partial<Answer>, theirs?: Partial<Answer>): Row[] {
  return Object.entries(calls).map(([name, call]) =>
    theirs === undefined ? [name, call, ours] : [name, call, ours, theirs],
  );
}

/**
 * The rows of the dialect. PostgREST gives the same answers (its messages change with its versions),
 * except where a fourth part has its own: we differ on purpose, or as its later versions do.
 */
export const dialect: Row[] = [
  // Accepted
  ...all(
    {
      'a booking': {},
      'a form': form(`${new URLSearchParams(ada)}`),
      'an array': body([ada, { ...ada, name: 'Grace Hopper' }]),
      columns: { ...query(`columns=${columns}`), ...booking({ x: 'y', id: 9 }) },
      'columns in quotes': query(`columns=${bookingFields.map((field) => `%22${field}%22`)}`),
      'a select': query('select=id'),
      'the schema by its name': header('Content-Profile', 'public'),
      'JSON with parameters accepted': header('Accept', 'application/json; charset=utf-8'),
      'PostgREST’s own type accepted': header('Accept', 'application/vnd.pgrst.object+json'),
      'a key that is not a UUID': header('Idempotency-Key', 'none'),
      'values of any script': booking({ name: '😀'.repeat(200), company_name: '日本語 — عربى' }),
      'names of a prototype': booking({ name: '__proto__', company_name: 'constructor' }),
      'a body of just 16 KB': body(JSON.stringify(ada).padEnd(16 * 1024)),
    },
    accepted,
  ),
  ...all(
    {
      'another case': typed('Application/JSON; charset=UTF-8'),
      'no content type': typed('', new Blob([JSON.stringify(ada)])),
      'a domain in another script, which the page sends in ASCII': booking({
        email: 'ada@münchen.example',
      }),
    },
    accepted,
    { status: 400 },
  ),
  ...Object.entries({
    'return=minimal': 'return=minimal',
    'return=minimal, missing=default': 'missing=default, return=minimal',
    'handling=strict, missing=default': 'missing=default, handling=strict',
    'handling=lenient, nonsense=1': 'handling=lenient',
    'tx=commit': null,
    nonsense: null,
  }).map(([value, applied]): Row => [value, prefers(value), { ...accepted, applied }]),
  [
    'count=exact',
    prefers('return=minimal,count=exact'),
    { ...accepted, applied: 'return=minimal' },
    { status: 201, contentRange: '*/1', applied: 'return=minimal, count=exact' },
  ],

  // Bodies
  ...all(
    {
      'an empty body': body(''),
      'broken JSON': body('{"name": '),
      'an array of numbers': body([1, 2]),
      'invalid UTF-8': body(new Blob([Buffer.from('{"name":"\xff"}', 'latin1')])),
      'a lone surrogate': body('{"name":"\\ud800","company_name":"b","email":"a@b.c"}'),
      'a lone surrogate in a key': body('{"\\udfff":"a"}'),
      'arrays in arrays': brackets(400),
    },
    badJson,
  ),
  ['more than 1000 brackets', brackets(8000), tooLarge, { code: 'PGRST102' }],
  ['brackets in a word', body({ ...ada, name: '[{:'.repeat(60) }), accepted],
  ...all(
    {
      'an empty array, which would lose a booking in silence': body([]),
      null: body('null'),
      'a number': body('7'),
    },
    badJson,
    accepted,
  ),
  ['invalid UTF-8 in a form', form('name=%ff'), badJson, { status: 500 }],
  ['a broken escape in a form', form('name=%zz'), { code: '23502' }],
  ['differing keys', body([ada, without('email')]), badBody('All object keys must match')],
  ['one key for several rows', twoRowsOneKey, badBody(), accepted],
  ['text/csv', typed('text/csv', csv), wrongType('text/csv'), accepted],
  ...['text/plain', 'multipart/form-data', 'nonsense'].map(
    (type): Row => [`the type ${type}`, typed(type), wrongType(type)],
  ),
  ['a body of more', body(JSON.stringify(ada).padEnd(16 * 1024 + 1)), tooLarge, accepted],
  ['more than 100 rows', body(Array(101).fill(ada)), tooLarge, accepted],
  ...all(
    {
      'more than 16 names in columns': query(`columns=${seventeen}`),
      'more than 16 keys in an object': manyKeys,
    },
    tooLarge,
    { code: 'PGRST204' },
  ),

  // Columns and values
  ...all(
    {
      'an unknown column': booking({ foo: 'x' }),
      'an unknown column in columns': query('columns=name,foo'),
      'an unknown column beside an id': booking({ id: 1, foo: 1 }),
    },
    unknownColumn('foo'),
  ),
  ...['__proto__', 'constructor', 'toString'].map(
    (name): Row => [
      `a column ${name}`,
      body(JSON.stringify({ ...ada, x: 'y' }).replace('"x"', `"${name}"`)),
      unknownColumn(name),
    ],
  ),
  ['a column twice in columns', query('columns=name,name'), refused(400, 'PGRST100'), {}],
  ...['id', 'created_at', 'request_id', 'language', 'spam_signals', 'accepted_at'].flatMap(
    (column) =>
      all(
        {
          [`a visitor’s own ${column}`]: booking({ [column]: null }),
          [`a ${column} in columns`]: query(`columns=${columns},${column}`),
        },
        denied,
      ),
  ),
  ...requiredFields.flatMap((field) => [
    ...all(
      {
        [`no ${field}`]: body(without(field)),
        [`null for ${field}`]: booking({ [field]: null }),
        [`${field} not in columns`]: query(`columns=${Object.keys(without(field))}`),
      },
      missing(field),
    ),
    [`a blank ${field}`, booking({ [field]: ' \u00a0\t' }), broken(field)] satisfies Row,
  ]),
  ...optionalFields.flatMap((field) =>
    all(
      {
        [`no ${field}`]: body(without(field)),
        [`null for ${field}`]: booking({ [field]: null }),
        [`a blank ${field}`]: booking({ [field]: ' \u00a0\t' }),
      },
      accepted,
    ),
  ),
  ...bookingFields.map((field): Row => [`a long ${field}`, tooLong(field), broken(field)]),
  ...['nobody', 'a b@c.d', 'ä@b.example', 'a@-b.c', 'a@b.c\nx', `a@${'a'.repeat(64)}.c`].map(
    (email): Row => [`the address ${email}`, booking({ email }), broken('email')],
  ),
  ['a name that nobody sees', booking({ name: '\u200b\u3164\u2800' }), broken('name')],
  ['every field bad, by the alphabet', allEmpty, broken(requiredFields.toSorted()[0] ?? '')],
  ...all(
    {
      'two bad fields': booking({ name: '', email: '' }),
      'a bad row before one with a null': badBeforeNull,
    },
    broken('email'),
  ),
  ['a null before a bad field', booking({ name: null, email: 'x' }), missing('name')],
  ...[7, true, { a: 1 }, ['a']].map(
    (name): Row => [`${JSON.stringify(name)} for a text`, booking({ name }), notText, accepted],
  ),
  ['a number and a null', numberAndNull, notText, { status: 400 }],
  ...all(
    {
      'a NUL': body(JSON.stringify(withNul)),
      'a NUL in a form': form(`${new URLSearchParams(withNul)}`),
    },
    refused(400, '22P05'),
  ),

  // Paths, methods and what a client wishes
  [
    'another table, as from version 13',
    { path: '/x' },
    refused(404, 'PGRST205', "Could not find the table 'public.x' in the schema cache"),
    { status: 404 },
  ],
  ...['/booking_requests/1', '/booking_requests/', '/', '', '/rpc/anything'].map(
    (path): Row => [`the path '${path}'`, { path }, refused(404, 'PGRST125'), {}],
  ),
  ...all(
    {
      reading: { method: 'GET' },
      changing: { method: 'PATCH', path: `${table}?id=eq.1`, body: { name: 'x' } },
      deleting: { method: 'DELETE', path: `${table}?id=eq.1` },
      'return=representation': prefers('return=representation'),
      'return=headers-only': prefers('return=headers-only'),
      'resolution=merge-duplicates': prefers('resolution=merge-duplicates'),
      'resolution=ignore-duplicates': prefers('resolution=ignore-duplicates'),
    },
    denied,
  ),
  ['replacing', { method: 'PUT', path: `${table}?id=eq.1`, body: ada }, denied, { status: 400 }],
  ['PROPFIND', { method: 'PROPFIND' }, refused(405, 'PGRST117')],
  [
    'strict handling of an unknown preference',
    prefers('handling=strict, foo, return=minimal, bar=1'),
    refused(400, 'PGRST122', 'Invalid preferences given with handling=strict'),
  ],
  ...['image/png', 'text/csv', 'application/json;q=0'].map(
    (type): Row => [
      `only ${type} accepted, as from version 13`,
      header('Accept', type),
      refused(406, 'PGRST107'),
      {},
    ],
  ),
  ['another schema', header('Content-Profile', 'private'), wrongSchema],
  ...all(
    {
      'a bearer that is forged': bearer('eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.Zm9yZ2Vk'),
      'a bearer that is no token': bearer('nonsense'),
    },
    accepted,
    refused(401, 'PGRST301'),
  ),
  ['another scheme than a bearer', header('Authorization', 'Basic YTpi'), accepted],
  ['a bearer without a token', header('Authorization', 'Bearer '), accepted],
  // Which a gateway looks at.
  ['no public key', header('apikey', ''), noKey('No API key found in request'), accepted],
  ['a wrong public key', header('apikey', 'wrong'), noKey('Invalid API key'), accepted],
];
