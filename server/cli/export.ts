import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { bookingFields } from '../../booking/booking.ts';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import type { BookingFilter, StoredBooking } from '../store/store.ts';
import { writeNewFile } from './new-file.ts';
import { formatJson, jsonArray, print, succeeded } from './output.ts';
import { pagesOf, withStore } from './store.ts';

/** Writes the bookings to a file, or to standard output. */
export async function exportFile(
  config: Config,
  file: string,
  { force = false, format, ...filter }: ExportOptions,
): Promise<number> {
  const ending = file === '-' ? 'csv' : path.extname(file).slice(1).toLowerCase();
  const [, toText] = Object.entries(formats).find(([name]) => name === (format ?? ending)) ?? [];
  // What was written is known by its ending, to the alarm for old backups too.
  if (toText === undefined || (file !== '-' && format !== undefined && format !== ending)) {
    const names = Object.keys(formats).join(', ');
    throw new UsageError(
      `The format is one of ${names}: ${file === '-' ? 'set --format to one' : `end ${file} with it`}.`,
    );
  }
  if (file === '-') {
    // What visitors wrote could steer a terminal.
    if (process.stdout.isTTY)
      throw new UsageError('export - is for a file or a program: ./lodemark export - > FILE.');
    return withStore(config, async (store) => {
      await print(toText(pagesOf(store, filter), false));
      return 0;
    });
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
      pipeline(toText(pages()), createWriteStream(partial)),
    );
    await store.recordCopy(path.resolve(file));
  });
  return succeeded(`${count} written to ${file}.`);
}

interface ExportOptions extends BookingFilter {
  force?: boolean;
  format?: string;
}

type Pages = AsyncIterable<StoredBooking[]>;

const formats = {
  /** The mark at the beginning makes a spreadsheet read a file as UTF-8; a program takes it for text. */
  async *csv(pages: Pages, bom = true) {
    yield stringify([], { ...csv, header: true, bom });
    for await (const page of pages) yield stringify(page, csv);
  },
  json: jsonArray,
  async *ndjson(pages: Pages) {
    for await (const page of pages)
      yield page.map((booking) => `${formatJson(booking, 0)}\n`).join('');
  },
};

/** RFC 4180. */
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
