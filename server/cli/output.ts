import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import stringWidth from 'string-width';
import { FileError, UsageError } from '../command-line.ts';
import { visibleText } from '../visible-text.ts';

/** Prints a result and returns exit code 0. */
export function succeeded(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Prints an error and returns exit code 1. */
export function failed(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

/** The maximum number of items that a message lists. */
export const mostNamed = 20;

export function shorten(things: readonly (string | number)[]): string {
  const more = things.length - mostNamed;
  return things.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Asks on the terminal. Anything except yes means no, even the end of the input. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.setPrompt(`${question} [y/N] `);
  lines.prompt();
  for await (const answer of lines) return /^y(es)?$/i.test(answer.trim());
  process.stderr.write('\n');
  return false;
}

/** The maximum width of a column on a terminal, in characters. The last column has no limit. */
const widest = 28;

/**
 * A table of rows. The keys of the cells are the column heads. On a terminal, long cells are cut, except in the
 * last column. A visitor's text cannot control the terminal.
 */
export function formatTable(rows: readonly Record<string, string>[]): string {
  const head = Object.keys(rows[0] ?? {});
  const shown = (cell: string, column: number) => {
    const text = visibleText(cell);
    return process.stdout.isTTY && column < head.length - 1 ? cut(text) : text;
  };
  const lines = [head, ...rows.map(Object.values<string>)].map((cells) => cells.map(shown));
  const widths = head.map((_, column) =>
    lines.reduce((width, cells) => Math.max(width, stringWidth(cells[column] ?? '')), 0),
  );
  const format = (cell: string, column: number) => {
    return cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
  };
  return lines.map((cells) => cells.map(format).join('  ').trimEnd()).join('\n');
}

function cut(text: string): string {
  const characters = [...text];
  while (stringWidth(characters.join('')) > widest) characters.pop();
  return characters.length === [...text].length ? text : `${characters.join('')}…`;
}

/** Formats a stored time in UTC, to the second. */
export function formatTime(time: string | null): string {
  return (time ?? '').slice(0, 19).replace('T', ' ');
}

/**
 * Creates a temporary file next to `file` that only its owner can read, and lets `write` fill it. Renames it to `file`
 * when it is complete and on disk. Removes it if the work fails or is interrupted. Throws `UsageError` if `file` exists
 * and `force` is false, and `FileError` if it cannot be written.
 */
export async function writeNewFile(
  file: string,
  force: boolean,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  if (!force && existsSync(file))
    throw new UsageError(
      `${file} already exists. Choose another name, or use --force to replace it.`,
    );
  const partial = `${path.resolve(file)}.${process.pid}.partial`;
  const onSignal = () => {
    rmSync(partial, { force: true });
    process.exit(1);
  };
  // Ctrl+C, a stop, and a closed terminal.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, onSignal);
  try {
    await (await open(partial, 'wx', 0o600)).close();
    await write(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(path.dirname(partial));
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    if (error.code !== 'ENOENT')
      throw new FileError(`${file} cannot be written: ${error.message}.`);
    throw new FileError(`There is no folder ${path.dirname(partial)}. Create it first.`);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Syncs a file, or a folder: a renamed file is safe only after its folder is on disk. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}
