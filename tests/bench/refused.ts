import { bookingOf } from '../../booking/booking.ts';
import { ada } from '../support/ada.ts';
import { type Comparison, compareOne } from './ratio.ts';
import { startBuilt } from './servers.ts';

/** The number of requests in one measurement. */
const count = 300;

/** A body of at most twenty rows and 16 KB. The last row differs. */
const rows = (row: object, last = row) => {
  const many = Math.min(20, Math.floor(16_000 / Buffer.byteLength(JSON.stringify(row))));
  return JSON.stringify(Array(many).fill(row).with(-1, last));
};
const wide = (letter: string) => letter.repeat(200);
const named = (first: number, many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, i) => [`k${(first + i).toString(36)}`, '']));
const asOurPage = { apikey: 'public-client-key', 'Content-Type': 'application/json' };
const form = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' };

/** Requests that are within the size limits and are refused: of each kind the most expensive one that is known. */
const refused: Readonly<Record<string, RequestInit & { query?: string }>> = {
  'twenty rows, the last without an email': { body: rows(ada, { ...ada, email: null }) },
  'rows of one long word': {
    body: rows({ ...ada, name: wide('a'), company_name: wide('b') }, { ...ada, name: '' }),
  },
  'domains of other scripts': {
    body: rows({ ...ada, email: `a@${'ü.'.repeat(30)}b` }, { ...ada, name: '' }),
  },
  'a domain of 16 KB': { body: JSON.stringify({ ...ada, email: `a@${'ü'.repeat(7_900)}` }) },
  'an email that almost matches': {
    body: JSON.stringify({ ...ada, email: `${'a.'.repeat(7_900)}@b` }),
  },
  'brackets in brackets': { body: '['.repeat(8_000) + ']'.repeat(8_000) },
  'a thousand brackets': { body: '['.repeat(999) + ']'.repeat(999) },
  'seventeen hundred names': { body: JSON.stringify(named(0, 1_700)) },
  'twenty rows of sixteen unknown names': {
    body: JSON.stringify(Array.from({ length: 20 }, (_, row) => named(16 * row, 16))),
  },
  'columns twice': {
    query: `?columns=${Array(3_000).fill('name').join()}`,
    body: rows(ada),
  },
  'many preferences': { headers: { Prefer: `handling=strict,${'a,'.repeat(7_000)}` }, body: '{}' },
  'many parameters': { query: `?${new URLSearchParams(named(0, 2_000))}`, body: '{}' },
  'a form of many values': { headers: form, body: '&a'.repeat(8_000) },
  'a refused form, sent back with all its values': {
    headers: form,
    body: `${new URLSearchParams(bookingOf((field) => (field === 'email' ? '"' : '<').repeat(200)))}`,
  },
  'a refused form of 16 KB, sent back': {
    headers: form,
    body: `${new URLSearchParams(bookingOf(() => '"'.repeat(1_700)))}`,
  },
};

/** The processor time of each refused request, compared with that of a booking. */
export async function compareRefused(runs: number): Promise<Comparison[]> {
  await using server = await startBuilt();
  const cost = async ({ query = '', headers, ...init }: (typeof refused)[string]) => {
    const before = server.processor();
    const request = { ...init, method: 'POST', headers: { ...asOurPage, ...headers } };
    const send = async () => {
      const response = await fetch(`${server.url}/rest/v1/booking_requests${query}`, request);
      await response.arrayBuffer();
    };
    for (let sent = 0; sent < count; sent += 20)
      await Promise.all(Array.from({ length: 20 }, send));
    return ((server.processor() - before) / count) * 1000;
  };
  const booking = { body: JSON.stringify(ada) };
  const comparisons: Comparison[] = [];
  for (const [name, request] of Object.entries(refused)) {
    const costs = [() => cost(request), () => cost(booking)] as const;
    comparisons.push(...(await compareOne(name, 'ms of processor', runs, ...costs)));
  }
  return comparisons;
}
