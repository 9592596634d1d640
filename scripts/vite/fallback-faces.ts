import { readFile } from 'node:fs/promises';
import { fromBuffer } from '@capsizecss/unpack';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import subsetFont from 'subset-font';
import { brand } from '../../content/brand.ts';
import { type Fallback, fallbacks } from './fallbacks.ts';
import type { Face } from './font-faces.ts';

/**
 * The `@font-face` rules of a face's fallbacks. Each is scaled so that the words of the first view
 * are as wide in it as in the real face, and given its line box: nothing moves when the real one
 * arrives (CSS Fonts 5, `size-adjust` and the metric overrides). Every line has a height of its
 * own, so the line gap needs no override.
 */
export async function fallbackFaces(face: Face): Promise<string> {
  const source = await readFile(face.files.latin);
  const { ascent, descent, unitsPerEm } = await fromBuffer(source);
  const rules = fallbacks[face.name].map(async (fallback) => {
    // Without a letter that both have there is nothing to compare.
    const adjust = (await widthInFace(face, fallback, source)) / widthIn(fallback) || 1;
    // Half a percent of the largest title is less than half a pixel.
    const percent = (units: number) =>
      `${Math.round((Math.abs(units) / unitsPerEm / adjust) * 100)}%`;
    return (
      `@font-face{font-family:"${face.family} ${fallback.suffix}";` +
      `src:${fallback.names.map((name) => `local("${name}")`).join()};` +
      (face.style === 'italic' ? 'font-style:italic;' : '') +
      ((fallback.weight ?? 400) === 400 ? '' : `font-weight:${fallback.weight};`) +
      `size-adjust:${round(adjust)};` +
      `ascent-override:${percent(ascent)};descent-override:${percent(descent)}}`
    );
  });
  return (await Promise.all(rules)).join('');
}

/** In em, as it is shaped: with the kerning. */
async function widthInFace(face: Face, { words, weight }: Fallback, source: Buffer) {
  const text = lettersOf(words);
  const font = await subsetFont(source, text, {
    targetFormat: 'sfnt',
    variationAxes: { ...face.axes, ...(weight && { wght: weight }) },
  });
  const name = `measured ${face.name} ${weight}`;
  if (!GlobalFonts.register(font, name)) throw new Error(`${face.files.latin} cannot be measured`);
  const context = createCanvas(1, 1).getContext('2d');
  // The machine's own language would change letters.
  context.lang = brand.language;
  context.font = `1000px "${name}"`;
  return context.measureText(text).width / 1000;
}

function widthIn({ advances, words }: Fallback): number {
  const widths = Array.from(lettersOf(words), (letter) => advances[letter.charCodeAt(0) - 32] ?? 0);
  return widths.reduce((sum, width) => sum + width, 0) / 1000;
}

/** Without accents, which add no width, and without what the table does not have. */
function lettersOf(words: string): string {
  return words.normalize('NFD').replace(/[^ -~]/g, '');
}

const round = (share: number) => `${+(share * 100).toFixed(1)}%`;
