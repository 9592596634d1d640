import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { BookingFilter, Store } from '../store/store.ts';
import { onlyArgument } from './booking-id.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { type Format, formats } from './export-formats.ts';
import { filterHelp, filterOptions, readFilter } from './filter.ts';
import { writeNewFile } from './new-file.ts';
import { withStore } from './open-store.ts';
import { pagesOf } from './pages.ts';
import { showProgress } from './progress.ts';

const help = `Usage: npm run bookings -- export FILE.csv|FILE.json|FILE.ndjson [--since TIME]
                  [--until TIME] [--text WORDS] [--state STATE] [--force]

Writes the bookings to a file that only you can read, newest first; the ending of the
name says how. What looks like spam is among them: its state is quarantined, and spam_signals
says why. In CSV, what a spreadsheet would take for a formula starts with '.

${filterHelp}
  --force        replace the file if it exists

Example: npm run bookings -- export january.csv --since 2026-01-01 --until 2026-02-01
`;

const options = { ...filterOptions, force: { type: 'boolean', default: false } } as const;

export const exportFile: Command = { help, options, run };

async function run({ args, config, stdout, stderr }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options,
  });
  const file = onlyArgument(positionals, 'FILE');
  const format = formats[path.extname(file).toLowerCase()];
  if (format === undefined) {
    throw new UsageError(`${file} must end with ${Object.keys(formats).join(', ')}.`);
  }
  const { force, ...filter } = values;
  const chosen = readFilter(filter, Date.now());
  const count = await withStore(config, async (store) => {
    const progress = showProgress(stderr, await store.countBookings(chosen));
    try {
      await writeNewFile(file, force, (partial) =>
        pipeline(
          Readable.from(textOf(store, chosen, format, progress.add)),
          createWriteStream(partial),
        ),
      );
    } finally {
      progress.end();
    }
    return progress.done();
  });
  stdout.write(`${count} written to ${file}.\n`);
  return 0;
}

async function* textOf(
  store: Store,
  filter: BookingFilter,
  { head, row, between, tail }: Format,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  yield head;
  let first = true;
  for await (const page of pagesOf(store, filter)) {
    yield (first ? '' : between) + page.map(row).join(between);
    first = false;
    onRows(page.length);
  }
  yield first ? tail.trimStart() : tail;
}
