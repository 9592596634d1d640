import { bookingFields, bookingOf } from '../../../booking/booking.ts';
import { parseBooking, type Violation } from '../../../booking/parse.ts';
import { honeypotField, spamSignalsOf } from '../../../booking/spam.ts';
import type { FormValues } from '../../../site/site.ts';
import type { NewBooking } from '../../store/store.ts';
import { type HttpError, refusals } from './errors.ts';
import { formType } from './request.ts';
import { isColumn, isGuarded } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads the rows of a body and gives them as bookings. `columns` is the query's parameter: keys
 * outside it are ignored. Refuses in PostgREST's order: type, body, columns, permissions, then
 * types over all rows, then nulls and checks row by row. What looks like spam is a booking with its
 * reasons: whoever sent it sees no difference.
 */
export function readBookings(
  bytes: Buffer,
  contentType: string,
  columns: string | null,
): NewBooking[] {
  const rows = readRows(bytes, contentType);
  const named = columns ? columns.split(',').map(withoutQuotes) : keysOf(rows);
  const unknown = named.find((name) => !isColumn(name));
  if (unknown !== undefined) throw refusals.unknownColumn(unknown);
  if (named.some(isGuarded)) throw refusals.denied();
  const parsed = rows.map((row) => parseBooking(pick(row, named)));
  const violations = parsed.map((row) => (row.ok ? [] : row.violations));
  const refusal = typeRefusal(violations.flat()) ?? violations.map(rowRefusal).find(Boolean);
  if (refusal !== undefined) throw refusal;
  return parsed.flatMap((row, index) =>
    row.ok
      ? [{ ...row.booking, spam_signals: spamSignalsOf(row.booking, isTrapped(rows[index])) }]
      : [],
  );
}

/** Whatever words a refused form post holds, for showing the form again. Never throws. */
export function readFormValues(bytes: Buffer): FormValues {
  const form = new URLSearchParams(bytes.toString());
  return bookingOf((field) => form.get(field) ?? '');
}

/** Whatever is in the field that no person sees. */
function isTrapped(row: Row = {}): boolean {
  const value = Object.hasOwn(row, honeypotField) ? row[honeypotField] : null;
  return value !== null && String(value).trim() !== '';
}

function readRows(bytes: Buffer, contentType: string): Row[] {
  if (contentType === formType) return [readForm(decode(bytes))];
  if (contentType !== '' && contentType !== 'application/json')
    throw refusals.contentType(contentType);
  const value = readJson(decode(bytes));
  const rows = Array.isArray(value) ? value : [value];
  if (rows.length === 0 || !rows.every(isRow)) throw refusals.invalidBody();
  return rows;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusals.invalidBody();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      // `\ud800` alone is valid JSON and cannot be stored as UTF-8.
      if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
        throw new SyntaxError('Lone surrogate');
      }
      return value;
    });
  } catch {
    throw refusals.invalidBody();
  }
}

/** https://url.spec.whatwg.org/#urlencoded-parsing, except that broken UTF-8 is refused, not replaced. */
function readForm(text: string): Row {
  const pairs = text.split('&').filter((pair) => pair !== '');
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      }),
    );
  } catch {
    throw refusals.invalidBody();
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(rows: readonly Row[]): string[] {
  const [first = [], ...others] = rows.map((row) => Object.keys(row).sort());
  if (others.some((keys) => keys.join('\0') !== first.join('\0'))) throw refusals.differingKeys();
  return first;
}

function withoutQuotes(name: string): string {
  return name.trim().replace(/^"(.*)"$/, '$1');
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]),
  );
}

function typeRefusal(violations: readonly Violation[]): HttpError | undefined {
  const violation = violations.find(({ kind }) => kind === 'not-text' || kind === 'nul');
  if (violation === undefined) return undefined;
  return violation.kind === 'nul' ? refusals.nul() : refusals.notText(violation.field);
}

/** PostgreSQL looks for nulls in the order of the columns, then runs the checks by their names. */
function rowRefusal(violations: readonly Violation[]): HttpError | undefined {
  const missing = violations.find(({ kind }) => kind === 'missing');
  if (missing !== undefined) return refusals.missing(missing.field);
  const byName = bookingFields.toSorted();
  const broken = byName.find((field) => violations.some((violation) => violation.field === field));
  return broken === undefined ? undefined : refusals.check(broken);
}
