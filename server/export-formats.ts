import { stringify } from 'csv-stringify/sync';
import { bookingFields } from '../booking/booking.ts';
import { formatJson } from './visible-text.ts';

/** Rows from the store, page by page. */
type RowPages = AsyncIterable<readonly object[]>;

/** The functions that write rows, by the name of their format. CSV has these columns. */
export function formatsOf(columns: readonly string[]) {
  const csv = { ...csvOptions, columns: [...columns] };
  return {
    /** `bom`: a byte order mark makes spreadsheets read a file as UTF-8. Other programs may read it as text. */
    async *csv(pages: RowPages, bom = true) {
      yield stringify([], { ...csv, header: true, bom });
      for await (const page of pages) yield stringify([...page], csv);
    },
    /** One array, with one row per line. */
    async *json(pages: RowPages) {
      let before = '[\n';
      for await (const page of pages) {
        yield before + page.map((row) => formatJson(row, 0)).join(',\n');
        before = ',\n';
      }
      yield before === '[\n' ? '[]\n' : '\n]\n';
    },
    async *ndjson(pages: RowPages) {
      for await (const page of pages) yield page.map((row) => `${formatJson(row, 0)}\n`).join('');
    },
  };
}

/** RFC 4180. */
const csvOptions = {
  record_delimiter: '\r\n',
  quoted_match: /[;\t\r\n]/,
  cast: {
    string: withoutFormula,
    object: (signals: object) => withoutFormula(String(signals).replaceAll(',', ' ')),
  },
};

/**
 * Puts ' before a value that a spreadsheet could read as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). Some programs also split at spaces or other
 * marks, and drop quotes and invisible characters. A cell can then begin inside a field.
 * csv-stringify's `escape_formulas` checks only the first character. Dashes between spaces and addresses stay as they are.
 */
function withoutFormula(text: string): string {
  return text.replace(cellStart, "$1$2'");
}

const cellStart =
  /(^|\p{Cc}|[^\p{L}\p{M}\p{N}\p{Pe}\p{Pf}\s._+=@'"-]|\s(?=["'\p{Cf}]*[=+\-@＝＋－＠]\S))([\s"'\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu;

export const bookingsFormats = formatsOf([
  ...['id', 'created_at', ...bookingFields],
  ...['language', 'time_zone', 'source', 'state', 'delivery', 'repeats', 'repeated_at'],
  ...['owner', 'follow_up_at', 'note', 'spam_signals', 'accepted_at', 'contacted_at', 'closed_at'],
]);
