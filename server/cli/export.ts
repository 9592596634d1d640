import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bookingFields } from '../../booking/booking.ts';
import { bookingFormats } from '../bookings-file.ts';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import type { BookingFilter } from '../store/store.ts';
import { writeNewFile } from './new-file.ts';
import { succeeded } from './output.ts';
import { pagesOf, withStore } from './store.ts';

/** Writes the bookings to a file, or to standard output. */
export async function exportFile(
  config: Config,
  file: string,
  { force = false, format, ...filter }: BookingFilter & { force?: boolean; format?: string },
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
      await pipeline(toText(pagesOf(store, filter), false), process.stdout, { end: false });
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

const formats = bookingFormats([
  ...['id', 'created_at', ...bookingFields],
  ...['request_id', 'language', 'state', 'spam_signals', 'accepted_at'],
]);
