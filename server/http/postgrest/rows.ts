import { bookingFields, bookingOf } from '../../../booking/booking.ts';
import { parseBooking, type Violation } from '../../../booking/parse.ts';
import { honeypotField, spamSignalsOf } from '../../../booking/spam.ts';
import type { FormValues } from '../../../site/site.ts';
import type { NewBooking } from '../../store/store.ts';
import {
  bodyTooLarge,
  dialectError,
  type HttpError,
  invalidBody,
  permissionDenied,
  table,
} from './errors.ts';
import { formType } from './request.ts';

type Row = Readonly<Record<string, unknown>>;

/** How many rows a body may have, and how many names `columns` or one of its objects. */
const mostRows = 100;
const mostNames = 16;

/** Columns that exist and that a visitor may not set. */
const protectedColumns = ['id', 'created_at', 'request_id', 'spam_signals', 'accepted_at'];

/**
 * Parses the rows of a body into bookings. `columns` is the parameter of the query: keys outside it
 * are ignored. Throws an `HttpError`, in PostgREST's order: type, body, columns, permissions, then
 * types over all rows, then nulls and checks row by row. What looks like spam is a booking with its
 * signals: its sender sees no difference.
 */
export function parseBookings(
  bytes: Buffer,
  contentType: string,
  columns: string | null,
): NewBooking[] {
  const rows = parseRows(bytes, contentType);
  const names = columns ? parseColumns(columns) : keysOf(rows);
  validateNames(names);
  const parsed = rows.map((row) => parseBooking(pick(row, names)));
  const violations = parsed.map((row) => (row.ok ? [] : row.violations));
  const error = typeError(violations.flat()) ?? violations.map(rowError).find(Boolean);
  if (error !== undefined) throw error;
  return parsed.flatMap((row, index) =>
    row.ok
      ? [{ ...row.booking, spam_signals: spamSignalsOf(row.booking, fillsHoneypot(rows[index])) }]
      : [],
  );
}

/** How many characters of a value are shown again: escaping 16 KB would cost as much as ten bookings. */
const mostShown = 1_000;

/** The values of a refused form post, for showing the form again. Never throws. */
export function readFormValues(bytes: Buffer): FormValues {
  const form = new URLSearchParams(bytes.toString());
  return bookingOf((field) => form.get(field)?.slice(0, mostShown) ?? '');
}

function parseRows(bytes: Buffer, contentType: string): Row[] {
  if (contentType === formType) return withinLimits([parseForm(decode(bytes))]);
  if (contentType !== '' && contentType !== 'application/json')
    throw dialectError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`);
  const value = parseJson(decode(bytes));
  const rows = Array.isArray(value) ? value : [value];
  if (rows.length === 0 || !rows.every(isRow)) throw invalidBody();
  return withinLimits(rows);
}

function withinLimits(rows: Row[]): Row[] {
  if (rows.length > mostRows) throw bodyTooLarge(`${mostRows} rows`);
  if (rows.some((row) => Object.keys(row).length > mostNames))
    throw bodyTooLarge(`${mostNames} keys in an object`);
  return rows;
}

function parseColumns(columns: string): string[] {
  const names = columns.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (names.length > mostNames) throw bodyTooLarge(`${mostNames} columns`);
  if (new Set(names).size < names.length)
    throw dialectError(400, 'PGRST100', 'A column is named twice in columns');
  return names;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      // `\ud800` alone is valid JSON and cannot be stored as UTF-8.
      if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
        throw new SyntaxError('Lone surrogate');
      }
      return value;
    });
  } catch {
    throw invalidBody();
  }
}

/** https://url.spec.whatwg.org/#urlencoded-parsing, except that broken UTF-8 is refused, not replaced. */
function parseForm(text: string): Row {
  const pairs = text.split('&').filter((pair) => pair !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      }),
    );
  } catch {
    throw invalidBody();
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(rows: readonly Row[]): string[] {
  const [first = [], ...others] = rows.map((row) => Object.keys(row).sort());
  if (others.some((keys) => keys.join('\0') !== first.join('\0')))
    throw dialectError(400, 'PGRST102', 'All object keys must match');
  return first;
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

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]),
  );
}

function fillsHoneypot(row: Row = {}): boolean {
  const value = Object.hasOwn(row, honeypotField) ? row[honeypotField] : null;
  return value !== null && String(value).trim() !== '';
}

function typeError(violations: readonly Violation[]): HttpError | undefined {
  const violation = violations.find(({ kind }) => kind === 'not-text' || kind === 'nul');
  if (violation === undefined) return undefined;
  if (violation.kind === 'nul')
    return dialectError(400, '22P05', 'unsupported Unicode escape sequence', {
      details: '\\u0000 cannot be converted to text.',
    });
  const message = `invalid input syntax for type text: column "${violation.field}" takes a JSON string`;
  return dialectError(400, '22P02', message);
}

/** PostgreSQL looks for nulls in the order of the columns, then runs the checks by their names. */
function rowError(violations: readonly Violation[]): HttpError | undefined {
  const missing = violations.find(({ kind }) => kind === 'missing')?.field;
  if (missing !== undefined) {
    const message = `null value in column "${missing}" of relation "${table}" violates not-null constraint`;
    return dialectError(400, '23502', message);
  }
  const broken = violations.map(({ field }) => field).toSorted()[0];
  if (broken === undefined) return undefined;
  const message = `new row for relation "${table}" violates check constraint "${table}_${broken}_check"`;
  return dialectError(400, '23514', message);
}
