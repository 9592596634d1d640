import { createInterface } from 'node:readline/promises';
import stringWidth from 'string-width';
import { visibleText } from '../visible-text.ts';

/** Prints what was done and gives the exit code. */
export function succeeded(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Prints what went wrong and gives the exit code. */
export function failed(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

/** Asks on the terminal. Anything but yes, or no answer at all, is no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: ended.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    process.stderr.write('\n');
    return false;
  } finally {
    lines.close();
  }
}

/** A table for a terminal, one line a row. What visitors wrote cannot steer the terminal. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(visibleText));
  const widths = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, stringWidth(cells[column] ?? '')), 0),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

/** JSON that cannot steer a terminal: it also escapes DEL and the C1 controls, which RFC 8259 does not ask. */
export function formatJson(value: unknown): string {
  const code = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(value, null, 2).replace(/[\x7f-\x9f]/g, code);
}

/** A stored time for people, to the second, in UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
