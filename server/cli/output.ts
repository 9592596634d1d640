import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
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

/** How many things are named one by one. */
export const mostNamed = 20;

/** The first of these, and how many more there are. */
export function shorten(things: readonly (string | number)[]): string {
  const more = things.length - mostNamed;
  return things.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Asks on the terminal. Anything but yes, or no answer at all, is no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.setPrompt(`${question} [y/N] `);
  lines.prompt();
  for await (const answer of lines) return /^y(es)?$/i.test(answer.trim());
  process.stderr.write('\n');
  return false;
}

/**
 * A table of rows, which have their cells by the heads of the columns. On a terminal it fits the width:
 * the last column is wrapped, those before it from `flexible` on are cut to equal parts of what it leaves.
 * What visitors wrote cannot steer the terminal.
 */
export function formatTable(rows: readonly Record<string, string>[], flexible?: number): string {
  const head = Object.keys(rows[0] ?? {});
  const last = head.length - 1;
  const from = flexible ?? last;
  const lines = [head, ...rows.map(Object.values<string>)].map((cells) => cells.map(visibleText));
  const whole = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, stringWidth(cells[column] ?? '')), 0),
  );
  const columns = process.stdout.columns || Number.POSITIVE_INFINITY;
  const room = columns - 2 * last - sum(whole.slice(0, from));
  const rest = Math.min(whole[last] ?? 0, Math.max(narrowest, room - narrowest * (last - from)));
  const share = Math.max(narrowest, Math.floor((room - rest) / (last - from)));
  const widths = whole.map((width, column) => (column < from ? width : Math.min(width, share)));
  const indent = `\n${' '.repeat(sum(widths.slice(0, last)) + 2 * last)}`;
  const format = (cell: string, column: number) => {
    const width = column === last ? rest : (widths[column] ?? 0);
    const isWhole = stringWidth(cell) <= width;
    if (column === last) return isWhole ? cell : wrap(cell, width).join(indent);
    const fitting = isWhole ? cell : `${cut(cell, width - 1)}…`;
    const padding = ' '.repeat(width - stringWidth(fitting));
    return (head[column] === 'STATE' ? colourState(fitting) : fitting) + padding;
  };
  const [top = '', ...table] = lines.map((cells) => cells.map(format).join('  ').trimEnd());
  return [styleText('bold', top), ...table].join('\n');
}

/** How many characters every column keeps. */
const narrowest = 8;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The text in lines of so many characters, broken between words, or in one that is longer. */
function wrap(text: string, width: number): string[] {
  const lines = text.match(new RegExp(`.{1,${width}}( |$)|.{1,${width}}`, 'gu')) ?? [];
  return lines.map((line) => line.trimEnd());
}

/** The beginning of the text in so many columns. */
function cut(text: string, width: number): string {
  const characters = [...text];
  while (stringWidth(characters.join('')) > width) characters.pop();
  return characters.join('');
}

/** The state of a booking, a delivery or a finding, in colour where the terminal has it. */
export function colourState(state: string): string {
  if (/^(ok|done)$/.test(state)) return styleText('green', state);
  if (/^(wrong|dead)$/.test(state)) return styleText('red', state);
  return /^(warning|pending|quarantined)$/.test(state) ? styleText('yellow', state) : state;
}

/** Whether a person reads the output: times are local then, and otherwise in UTC. */
const isForPerson = process.stdout.isTTY;

/** What the head of a column of times says beside its name. */
export const zone = isForPerson ? '' : ' (UTC)';

/** A stored time in UTC; where a person reads it local, in the Swedish form of ISO 8601, and how long ago. */
export function formatTime(time: string | null): string {
  if (time === null) return '';
  if (!isForPerson) return time.slice(0, 19).replace('T', ' ');
  return `${new Date(time).toLocaleString('sv-SE')}, ${formatAge(time)}`;
}

/** The same in short: where a person reads it how long ago, or the minute when that is more than a day. */
export function formatWhen(time: string): string {
  if (!isForPerson) return formatTime(time);
  const isRecent = Date.now() - Date.parse(time) < 24 * 60 * 60_000;
  return isRecent ? formatAge(time) : formatTime(time).slice(0, 16);
}

/** How long ago a stored time is, or in how long it will be, in the largest unit that it fills. */
function formatAge(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en').format(Math.trunc(seconds / length), unit);
}
