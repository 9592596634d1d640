import { visibleText } from '../visible-text.ts';

/**
 * A table for a terminal, one line a row. Visitors' words cannot steer the terminal: control
 * characters and those that turn the writing direction are shown as their code.
 */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(visibleText));
  const widths = head.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
  );
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, i) => pad(cell, widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

const graphemes = new Intl.Segmenter();

/** Columns on a terminal: two for East Asian wide characters and emoji, one for the rest. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The wide blocks of https://unicode.org/reports/tr11/, and what is drawn as an emoji. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;

/** A stored time for people, to the second, in UTC. */
export function formatTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
