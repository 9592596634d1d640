import {
  type Booking,
  bookingFields,
  bookingOf,
  parseBooking,
  type Violation,
} from '../../../booking/booking.ts';
import { honeypotField, spamSignalsOf } from '../../../booking/spam.ts';
import type { NewBooking } from '../../store/bookings.ts';
import type { InputRow } from './request.ts';
import { dialectError, type HttpError, invalidBody, permissionDenied, table } from './request.ts';

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

/**
 * Parses the rows of a body into bookings. Ignores keys that are not in `columns`. Checks columns, then permissions,
 * then values, like PostgREST, and throws an `HttpError` for the first fault. Suspected spam becomes a booking with
 * signals, so that its sender sees no difference.
 */
export function parseBookings(
  rows: readonly InputRow[],
  columns: string | undefined,
): NewBooking[] {
  const names = columns ? parseColumns(columns) : keysOf(rows);
  validateNames(names);
  return rows.map((row) => {
    const parsed = parseBooking(Object.fromEntries(names.map((name) => [name, row[name]])));
    if (!parsed.ok) throw valueError(parsed.violations);
    const { booking } = parsed;
    return { ...booking, spam_signals: spamSignalsOf(booking, fillsHoneypot(row)) };
  });
}

/** Characters of a value that are shown again. No field takes more. Escaping 16 KB would cost as much as ten bookings. */
const mostShown = 300;

/** The values of a refused form post, to show the form again. They are empty if the body was not read. */
export function formValues([row = {}]: readonly InputRow[] = []): Booking {
  return bookingOf((field) => String(row[field] ?? '').slice(0, mostShown));
}

function parseColumns(columns: string): string[] {
  return columns.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

function keysOf([first = {}, ...others]: readonly InputRow[]): string[] {
  const names = Object.keys(first);
  const differs = (row: InputRow) =>
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

/** Quotes only a name that a column could have. Any other may be a visitor's row with the wrong content type. */
function unknownColumn(name: string): HttpError {
  const isName = /^[\w ]{1,63}$/.test(name);
  const message = `Could not find ${isName ? `the '${name}'` : 'that'} column of '${table}' in the schema cache`;
  const extras = isName ? {} : { hint: 'Send JSON with Content-Type: application/json.' };
  return dialectError(400, 'PGRST204', message, extras);
}

function fillsHoneypot(row: InputRow): boolean {
  const value = row[honeypotField] ?? '';
  return typeof value !== 'string' || value.trim() !== '';
}

/** The first field's violation in PostgreSQL's words. Of several faults, PostgreSQL may report another one first. */
function valueError([first]: readonly Violation[]): HttpError {
  switch (first?.kind) {
    case 'not-text': {
      const message = `invalid input syntax for type text: column "${first.field}" takes a JSON string`;
      return dialectError(400, '22P02', message);
    }
    case 'surrogate':
      return invalidBody();
    case 'nul':
      return dialectError(400, '22P05', 'unsupported Unicode escape sequence', {
        details: '\\u0000 cannot be converted to text.',
      });
    case 'missing': {
      const message = `null value in column "${first.field}" of relation "${table}" violates not-null constraint`;
      return dialectError(400, '23502', message);
    }
    default: {
      const message = `new row for relation "${table}" violates check constraint "${table}_${first?.field}_check"`;
      return dialectError(400, '23514', message);
    }
  }
}
