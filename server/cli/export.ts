import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../command-line.ts';
import type { Config } from '../config/config.ts';
import { bookingsFormats, formatsOf } from '../export-formats.ts';
import type { BookingFilter } from '../store/bookings.ts';
import { listPageLoads } from '../store/page-loads.ts';
import { succeeded, writeNewFile } from './output.ts';
import { pagesOf, withStore } from './with-store.ts';

export async function exportFile(
  config: Config,
  file: string,
  options: BookingFilter & { force?: boolean; format?: string; counts?: true },
): Promise<number> {
  const { force = false, format, counts, ...filter } = options;
  const formats = counts ? countFormats : bookingsFormats;
  const isOutput = file === '-';
  const name = isOutput ? (format ?? 'csv') : path.extname(file).slice(1).toLowerCase();
  const [, toText] = Object.entries(formats).find(([known]) => known === name) ?? [];
  if (toText === undefined || name !== (format ?? name)) {
    const names = Object.keys(formats).join(', ');
    const way = isOutput ? 'Set --format' : `Change the extension of ${file}`;
    throw new UsageError(`The format must be one of ${names}. ${way}.`);
  }
  // A visitor's text could control a terminal.
  if (isOutput && process.stdout.isTTY)
    throw new UsageError(
      'export - does not print to a terminal. Redirect it: ./lodemark export - > FILE.',
    );
  let count = 0;
  return withStore(config, async (store) => {
    async function* pages() {
      const all = counts ? [await listPageLoads(store, filter)] : pagesOf(store, filter);
      for await (const page of all) {
        count += page.length;
        yield page;
      }
    }
    if (isOutput) {
      await pipeline(toText(pages(), false), process.stdout, { end: false });
      return 0;
    }
    const write = (partial: string) => pipeline(toText(pages()), createWriteStream(partial));
    await writeNewFile(file, force, write);
    return succeeded(`${count} written to ${file}.`);
  });
}

const countFormats = formatsOf(['day', 'page', 'language', 'source', 'loads']);
