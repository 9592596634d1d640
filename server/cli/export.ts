import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { bookingFields } from '../../booking/booking.ts';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import type { BookingFilter, StoredBooking } from '../store/store.ts';
import { writeNewFile } from './new-file.ts';
import { succeeded } from './output.ts';
import { pagesOf, withStore } from './store.ts';

/** Writes the bookings to a file. */
export async function exportFile(
  config: Config,
  file: string,
  { force = false, ...filter }: BookingFilter & { force?: boolean },
): Promise<number> {
  const format = formats[path.extname(file).toLowerCase()];
  if (format === undefined) {
    throw new UsageError(`${file} must end with ${Object.keys(formats).join(', ')}.`);
  }
  let count = 0;
  await withStore(config, async (store) => {
    const pages = async function* () {
      for await (const page of pagesOf(store, filter)) {
        count += page.length;
        yield page;
      }
    };
    await writeNewFile(file, force, (partial) =>
      pipeline(format(pages()), createWriteStream(partial)),
    );
    await store.recordCopy(path.resolve(file));
  });
  return succeeded(`${count} written to ${file}.`);
}

type Format = (pages: AsyncIterable<StoredBooking[]>) => AsyncIterable<string>;

/** By the ending of the file's name. */
const formats: Readonly<Record<string, Format>> = {
  async *'.csv'(pages) {
    yield stringify([], { ...csv, header: true, bom: true });
    for await (const page of pages) yield stringify(page, csv);
  },
  async *'.json'(pages) {
    let before = '[\n';
    for await (const page of pages) {
      yield before + page.map((booking) => JSON.stringify(booking)).join(',\n');
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  },
  async *'.ndjson'(pages) {
    for await (const page of pages)
      yield page.map((booking) => `${JSON.stringify(booking)}\n`).join('');
  },
};

/** RFC 4180. The mark at the beginning (bom) makes spreadsheets read it as UTF-8. */
const csv = {
  columns: [
    ...['id', 'created_at', ...bookingFields],
    ...['request_id', 'language', 'state', 'spam_signals', 'accepted_at'],
  ],
  record_delimiter: '\r\n',
  quoted_match: /[;\t\r\n]/,
  cast: {
    string: withoutFormula,
    object: (signals: object) => withoutFormula(String(signals).replaceAll(',', ' ')),
  },
};

/**
 * Puts ' before what a spreadsheet may take for a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). Where a program splits at another mark
 * than the comma, a cell can begin inside a field, behind quotes that it drops and characters that
 * nobody sees; csv-stringify's `escape_formulas` looks at the first character alone.
 */
function withoutFormula(text: string): string {
  return text.replace(/(^|[;\t\r\n])([\s"'\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu, "$1$2'");
}
