import { bookingFields } from '../../booking/booking.ts';
import type { StoredBooking } from '../store/store.ts';

/** How bookings become a file: what stands first, each booking, what stands between two, what last. */
export interface Format {
  head: string;
  row(booking: StoredBooking): string;
  between: string;
  tail: string;
}

const columns = [
  'id',
  'created_at',
  ...bookingFields,
  'request_id',
  'state',
  'spam_signals',
  'accepted_at',
] as const;

/** By the ending of the file's name. */
export const formats: Readonly<Record<string, Format>> = {
  // RFC 4180; the mark at the beginning makes spreadsheets read it as UTF-8.
  '.csv': {
    head: `\ufeff${columns.join(',')}\r\n`,
    row: (booking) => columns.map((column) => cell(booking[column])).join(','),
    between: '\r\n',
    tail: '\r\n',
  },
  '.json': {
    head: '[\n',
    row: (booking) => JSON.stringify(booking),
    between: ',\n',
    tail: '\n]\n',
  },
  '.ndjson': {
    head: '',
    row: (booking) => JSON.stringify(booking),
    between: '\n',
    tail: '\n',
  },
};

/**
 * What a spreadsheet may take for a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 * Where a program splits at another mark than the comma, a cell can begin inside a field, behind
 * quotes that it drops and characters that nobody sees.
 */
const formula = /(^|[;\t\r\n])([\s"'\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu;

function cell(value: string | number | string[] | null): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  const harmless = text.replace(formula, "$1$2'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
