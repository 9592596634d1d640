import { stringify } from 'csv-stringify/sync';
import { bookingFields } from '../booking/booking.ts';
import { formatJson } from './visible-text.ts';

/** Rows as they come from the store, page by page. */
type Pages = AsyncIterable<readonly object[]>;

/** How rows are written into a file, by the format's name; CSV with these columns. */
export function formatsOf(columns: readonly string[]) {
  const csv = { ...csvOptions, columns: [...columns] };
  return {
    /** The mark at the beginning makes a spreadsheet read a file as UTF-8; a program takes it for text. */
    async *csv(pages: Pages, bom = true) {
      yield stringify([], { ...csv, header: true, bom });
      for await (const page of pages) yield stringify([...page], csv);
    },
    /** One array, a line each. */
    async *json(pages: Pages) {
      let before = '[\n';
      for await (const page of pages) {
        yield before + page.map((row) => formatJson(row, 0)).join(',\n');
        before = ',\n';
      }
      yield before === '[\n' ? '[]\n' : '\n]\n';
    },
    async *ndjson(pages: Pages) {
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
 * (https://owasp.org/www-community/attacks/CSV_Injection). A program that splits at blanks, or at another
 * mark than the comma, can begin a cell inside a field, behind dropped quotes and invisible characters.
 * csv-stringify's `escape_formulas` checks only the first character. A dash between blanks stays as it is, and an address.
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
