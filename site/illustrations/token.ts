import { colours, inColours } from '../colours.ts';
import ground from './token/ground.svg?raw';
import turned from './token/turned.svg?raw';

/**
 * The coin in two layers of the same size, as separate drawings. When the upper one turns, the lines seem to
 * move.
 */
export function tokenSheets(theme: keyof typeof colours): string[] {
  // The disc behind the letter is dark in both themes.
  const withDisc = ground.replace('var(--disc, black)', colours.light.ink);
  return [withDisc, turned].map((sheet) => inColours(sheet, theme));
}
