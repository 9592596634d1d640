import { bookingFields, fieldRules } from '../../booking/booking.ts';
import { ada, tooLongFor } from './ada.ts';
import { publicKey } from './server.ts';

/** A call to a data interface. By default it is the page's own: JSON with one booking. */
interface Call {
  method?: string;
  /** The path below the base of the data interface, with the query. */
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The parts of an answer that a program checks. */
interface Answer {
  status: number;
  code: string | undefined;
  message: string | undefined;
  contentRange: string | null;
  applied: string | null;
}

/** Makes the call to this data interface. Returns its response and the parts that a program checks. */
export async function answerTo(call: Call, base: string) {
  const { method = 'POST', path = table, body = ada, headers = {} } = call;
  const sent = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
  const all = new Headers({ apikey: publicKey, 'Content-Type': 'application/json', ...headers });
  for (const [name, value] of Object.entries(headers)) if (value === '') all.delete(name);
  const response = await fetch(base + path, {
    method,
    headers: all,
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
const accepted = { status: 201, contentRange: '*/*' };
const refused = (status: number, code: string, message?: string): Partial<Answer> =>
  message === undefined ? { status, code } : { status, code, message };
const denied = refused(401, '42501', 'permission denied for table booking_requests');
const badBody = (message?: string) => refused(400, 'PGRST102', message);
const badJson = badBody('Empty or invalid json');
const tooLarge = refused(413, 'BODY_TOO_LARGE');
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
const without = (field: keyof typeof ada) =>
  Object.fromEntries(Object.entries(ada).filter(([name]) => name !== field));
/** The name of a call, the call, our answer, and PostgREST's if it differs. */
type Row = [name: string, call: Call, ours: Partial<Answer>, theirs?: Partial<Answer>];

/** Named calls that get the same answer. */
function all(calls: Record<string, Call>, ours: Partial<Answer>, theirs?: Partial<Answer>): Row[] {
  return Object.entries(calls).map(([name, call]) =>
    theirs === undefined ? [name, call, ours] : [name, call, ours, theirs],
  );
}

/**
 * Calls with their answers. PostgREST gives the same answers, apart from messages, which change between versions.
 * A fourth part has PostgREST's own answer, where we differ on purpose or follow a later version.
 */
export const dialect: Row[] = [
  // Accepted
  ...all(
    {
      'a booking': {},
      'a form': form(`${new URLSearchParams(ada)}`),
      'an array': body([ada, { ...ada, name: 'Grace Hopper' }]),
      columns: { ...query(`columns=${columns}`), ...booking({ x: 'y', id: 9 }) },
      'a body of exactly 16 KB': body(JSON.stringify(ada).padEnd(16 * 1024)),
    },
    accepted,
  ),
  ['no content type', typed('', new Blob([JSON.stringify(ada)])), accepted],
  ...all(
    {
      'another case': typed('Application/JSON; charset=UTF-8'),
      'a domain in another script': booking({ email: 'ada@münchen.example' }),
    },
    accepted,
    { status: 400 },
  ),
  ['return=minimal', prefers('return=minimal'), { ...accepted, applied: 'return=minimal' }],

  // Bodies
  ...all(
    {
      'broken JSON': body('{"name": '),
      'invalid UTF-8': body(new Blob([Buffer.from('{"name":"\xff"}', 'latin1')])),
      'a lone surrogate': body('{"name":"\\ud800","company_name":"b","email":"a@b.c"}'),
    },
    badJson,
  ),
  ...all(
    {
      'an empty array, which would silently lose a booking': body([]),
      'a string': body('"name"'),
    },
    badJson,
    accepted,
  ),
  ['differing keys', body([ada, without('email')]), badBody('All object keys must match')],
  ['a Content-Type that is not a media type', typed('none'), badBody()],
  ['the type text/plain', typed('text/plain'), badBody('Content-Type not acceptable: text/plain')],
  ['a body over 16 KB', body(JSON.stringify(ada).padEnd(16 * 1024 + 1)), tooLarge, accepted],
  ['more than 20 rows', body(Array(21).fill(ada)), tooLarge, accepted],

  // Columns and values
  ...all(
    {
      'an unknown column': booking({ foo: 'x' }),
      'an unknown column in columns': query('columns=name,foo'),
    },
    unknownColumn('foo'),
  ),
  ...['id', 'state'].flatMap((column) =>
    all(
      {
        [`a visitor’s own ${column}`]: booking({ [column]: null }),
        [`a ${column} in columns`]: query(`columns=${columns},${column}`),
      },
      denied,
    ),
  ),
  ...bookingFields
    .filter((field) => fieldRules[field].required)
    .flatMap((field) => [
      ...all(
        {
          [`no ${field}`]: body(without(field)),
          [`null for ${field}`]: booking({ [field]: null }),
        },
        missing(field),
      ),
      [`a blank ${field}`, booking({ [field]: ' \u00a0\t' }), broken(field)] satisfies Row,
    ]),
  ...bookingFields
    .filter((field) => !fieldRules[field].required)
    .flatMap((field) => all({ [`no ${field}`]: body(without(field)) }, accepted)),
  ...bookingFields.map(
    (field): Row => [`a long ${field}`, booking({ [field]: tooLongFor(field) }), broken(field)],
  ),
  ['no address', booking({ email: 'nobody' }), broken('email')],
  ['a number for a text', booking({ name: 7 }), refused(400, '22P02'), accepted],
  ['a NUL', booking({ name: 'a\0b' }), refused(400, '22P05')],

  // Paths, methods and preferences
  [
    'another table, as from version 13',
    { path: '/x' },
    refused(404, 'PGRST205', "Could not find the table 'public.x' in the schema cache"),
    { status: 404 },
  ],
  ...all(
    {
      reading: { method: 'GET' },
      changing: { method: 'PATCH', path: `${table}?id=eq.1`, body: { name: 'x' } },
      'return=representation': prefers('return=representation'),
    },
    denied,
  ),
  ['PROPFIND', { method: 'PROPFIND' }, refused(405, 'PGRST117')],
  [
    'strict handling of an unknown preference',
    prefers('handling=strict, foo, return=minimal, bar=1'),
    refused(400, 'PGRST122', 'Invalid preferences given with handling=strict'),
  ],
  // Keys, which a gateway checks
  ['no public key', header('apikey', ''), noKey('No API key found in request'), accepted],
  ['a wrong public key', header('apikey', 'wrong'), noKey('Invalid API key'), accepted],
];
