import type { FastifyRequest } from 'fastify';
import { type Booking, bookingFields, bookingOf } from '../../../booking/booking.ts';
import { parseBooking, type Violation } from '../../../booking/parse.ts';
import { honeypotField, spamSignalsOf } from '../../../booking/spam.ts';
import type { NewBooking } from '../../store/bookings.ts';
import {
  bodyTooLarge,
  dialectError,
  HttpError,
  invalidBody,
  permissionDenied,
  table,
} from './errors.ts';
import { contentTypeOf, formType, queryValue } from './request.ts';

type Row = Readonly<Record<string, unknown>>;

/** How many rows a body may have, and how many names `columns` or one of its objects. */
const mostRows = 20;
const mostNames = 16;

/** How many brackets, braces and colons JSON may have: parsing 16 KB of them takes as long as four bookings. */
const mostMarks = 1_000;

/** Columns that exist and that a visitor may not set. */
const protectedColumns = [
  'id',
  'created_at',
  'language',
  'source',
  'time_zone',
  'state',
  'spam_signals',
  'accepted_at',
];

/** The bookings of a body, or why there are none. */
export type ParsedBody = { ok: true; bookings: NewBooking[] } | { ok: false; error: HttpError };

/**
 * Parses the rows of a body into bookings; keys outside the query's `columns` are ignored. Refuses in PostgREST's
 * order: type, body, columns, permissions, then the values. What looks like spam is a booking with its signals:
 * its sender sees no difference.
 */
export function parseBookings(bytes: Buffer, request: FastifyRequest): ParsedBody {
  try {
    return { ok: true, bookings: bookingsOf(bytes, request) };
  } catch (error) {
    if (error instanceof HttpError) return { ok: false, error };
    throw error;
  }
}

function bookingsOf(bytes: Buffer, request: FastifyRequest): NewBooking[] {
  const rows = parseRows(bytes, contentTypeOf(request));
  const columns = queryValue(request, 'columns');
  const names = columns ? parseColumns(columns) : keysOf(rows);
  validateNames(names);
  const picked = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  const parsed = picked.map(parseBooking);
  const faulty = parsed.flatMap((row) => (row.ok ? [] : [row.violations]));
  if (faulty.length > 0) throw valueError(faulty);
  return parsed.flatMap((row, index) => {
    if (!row.ok) return [];
    const { booking } = row;
    return { ...booking, spam_signals: spamSignalsOf(booking, fillsHoneypot(rows[index])) };
  });
}

/** How many characters of a value are shown again, more than a field takes: escaping 16 KB would cost as much as ten bookings. */
const mostShown = 300;

/** The values of a refused form post, for showing the form again. Never throws. */
export function readFormValues(bytes: Buffer): Booking {
  const given = new URLSearchParams(bytes.toString().split('&', mostNames).join('&'));
  return bookingOf((field) => given.get(field)?.slice(0, mostShown) ?? '');
}

function parseRows(bytes: Buffer, contentType: string): Row[] {
  if (![formType, 'application/json', ''].includes(contentType))
    throw dialectError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`);
  const value = contentType === formType ? parseForm(bytes) : parseJson(bytes);
  const rows = Array.isArray(value) ? value : [value];
  if (rows.length === 0 || !rows.every(isRow)) throw invalidBody();
  if (rows.length > mostRows) throw bodyTooLarge(`${mostRows} rows`);
  if (rows.some((row) => Object.keys(row).length > mostNames))
    throw bodyTooLarge(`${mostNames} keys in an object`);
  const texts = rows.flatMap((row) => Object.entries(row).flat());
  // Half of a UTF-16 pair, `\ud800` alone, cannot be stored as UTF-8.
  if (texts.some((text) => typeof text === 'string' && !text.isWellFormed())) throw invalidBody();
  return rows;
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.toString().split(/[[{:]/, mostMarks + 1).length > mostMarks)
    throw bodyTooLarge(`${mostMarks} brackets and colons`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody();
  }
}

/** Broken UTF-8 becomes U+FFFD, which nobody types: it is refused. */
function parseForm(bytes: Buffer): Row {
  const text = bytes.toString();
  if (text.split('&', mostNames + 1).length > mostNames)
    throw bodyTooLarge(`${mostNames} keys in an object`);
  const pairs = [...new URLSearchParams(text)];
  if (pairs.flat().join('').includes('\ufffd')) throw invalidBody();
  return Object.fromEntries(pairs);
}

function parseColumns(columns: string): string[] {
  const names = columns
    .split(',', mostNames + 1)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (names.length > mostNames) throw bodyTooLarge(`${mostNames} columns`);
  if (new Set(names).size < names.length)
    throw dialectError(400, 'PGRST100', 'A column is named twice in columns');
  return names;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf([first = {}, ...others]: readonly Row[]): string[] {
  const names = Object.keys(first).sort();
  const differs = (row: Row) =>
    Object.keys(row).length !== names.length || !names.every((name) => Object.hasOwn(row, name));
  if (others.some(differs)) throw dialectError(400, 'PGRST102', 'All object keys must match');
  return names;
}

function validateNames(names: readonly string[]): void {
  const columns = [...bookingFields, ...protectedColumns];
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined) throw unknownColumn(unknown);
  if (names.some((name) => protectedColumns.includes(name))) throw permissionDenied();
}

/** A name that no column can have may be the visitor's row itself, sent under a wrong type. */
function unknownColumn(name: string): HttpError {
  const isName = /^[\w ]{1,63}$/.test(name);
  const message = `Could not find ${isName ? `the '${name}'` : 'that'} column of '${table}' in the schema cache`;
  const extras = isName ? {} : { hint: 'Send JSON with Content-Type: application/json.' };
  return dialectError(400, 'PGRST204', message, extras);
}

function fillsHoneypot(row: Row = {}): boolean {
  const value = row[honeypotField] ?? '';
  return typeof value !== 'string' || value.trim() !== '';
}

/**
 * PostgreSQL looks for what is no text in all rows; then, row by row, for nulls in the order of the columns,
 * and runs the checks by their names.
 */
function valueError(rows: readonly (readonly Violation[])[]): HttpError {
  const wrong = rows.flat().find(({ kind }) => kind === 'not-text' || kind === 'nul');
  if (wrong?.kind === 'not-text') {
    const message = `invalid input syntax for type text: column "${wrong.field}" takes a JSON string`;
    return dialectError(400, '22P02', message);
  }
  if (wrong !== undefined)
    return dialectError(400, '22P05', 'unsupported Unicode escape sequence', {
      details: '\\u0000 cannot be converted to text.',
    });
  const [violations = []] = rows;
  const missing = violations.find(({ kind }) => kind === 'missing')?.field;
  if (missing !== undefined) {
    const message = `null value in column "${missing}" of relation "${table}" violates not-null constraint`;
    return dialectError(400, '23502', message);
  }
  const [broken] = violations.map(({ field }) => field).toSorted();
  const message = `new row for relation "${table}" violates check constraint "${table}_${broken}_check"`;
  return dialectError(400, '23514', message);
}
