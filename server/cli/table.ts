import stringWidth from 'string-width';
import { visibleText } from '../visible-text.ts';

/** A table for a terminal, one line a row. What visitors wrote cannot steer the terminal. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(visibleText));
  const widths = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, stringWidth(cells[column] ?? '')), 0),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
  return lines.map((cells) => `${cells.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** JSON that cannot steer a terminal: it also escapes DEL and the C1 controls, which RFC 8259 does not ask. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  const escaped = json.replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  return `${escaped}\n`;
}

/** A stored time for people, to the second, in UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
