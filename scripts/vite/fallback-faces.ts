import { readFile } from 'node:fs/promises';
import type { FaceName } from 'virtual:fonts';
import { fromBuffer } from '@capsizecss/unpack';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import subsetFont from 'subset-font';
import advanceWidths from './advance-widths.json' with { type: 'json' };
import type { Face } from './font-faces.ts';
import type { Content } from './virtual-module.ts';

/**
 * The `@font-face` rules of a face's fallbacks. Each is scaled so that the text of the first view
 * is as wide in it as in the real face, and given its line box: nothing moves when the real one
 * arrives (CSS Fonts 5, `size-adjust` and the metric overrides). `advance-widths.json` has the widths of the letters U+0020 to U+007E in thousandths of an em, read
 * from free fonts of the same widths: Gelasio for Georgia, Liberation Sans for Arial. Capsize knows
 * one average of each font, by which the headline would be 2 to 5 percent narrower.
 */
export async function fallbackFaces(face: Face, content: Content): Promise<string> {
  const source = await readFile(face.files.latin);
  const { ascent, descent, unitsPerEm } = await fromBuffer(source);
  const rules = fallbacksOf(content)[face.name].map(async (fallback) => {
    const { suffix, names, weight = 400 } = fallback;
    const text = ascii(fallback.text);
    const width = await widthInFace(face, { ...fallback, text }, source, content);
    // Without a letter that both have there is nothing to compare.
    const adjust = width / widthIn(names[0], text) || 1;
    // Half a percent of the largest title is less than half a pixel.
    const percent = (units: number) =>
      `${Math.round((Math.abs(units) / unitsPerEm / adjust) * 100)}%`;
    return (
      `@font-face{font-family:"${face.family} ${suffix}";` +
      `src:${names.map((name) => `local("${name}")`).join()};` +
      (face.italic ? 'font-style:italic;' : '') +
      (weight === 400 ? '' : `font-weight:${weight};`) +
      `size-adjust:${Number((adjust * 100).toFixed(1))}%;` +
      `ascent-override:${percent(ascent)};descent-override:${percent(descent)}}`
    );
  });
  return (await Promise.all(rules)).join('');
}

/** System fonts that stand in until a face arrives; those of the same widths together. */
interface Fallback {
  /** Behind the family's name, as tokens.css lists it. */
  suffix: string;
  /** The fonts' full names: the browser takes the first that is there. All are as wide as the first. */
  names: [keyof typeof advanceWidths, ...string[]];
  /** What is set in the face when a page opens. */
  text: string;
  /** The weight of that text, for a face of several: lighter ones than 600 share one. */
  weight?: number;
}

/** The fallbacks of each face, the likeliest first; measured by the first language. */
function fallbacksOf({ brand, languages }: Content): Record<FaceName, Fallback[]> {
  const { landing, messages } = languages[brand.brand.languages[0]];
  const { hero } = landing;
  const { bookingForm, controls } = messages;
  const buttons = [hero.action, hero.secondAction, controls.menu, controls.backToHome];
  const serifs = (text: string, style: '' | ' Italic'): Fallback[] => [
    { suffix: 'Georgia', names: [`Georgia${style}`], text },
    { suffix: 'Noto', names: [`Noto Serif${style}`], text },
    // Upright in italics too, which few machines have of it: they are as wide.
    { suffix: 'DejaVu', names: ['DejaVu Serif'], text },
  ];
  const sans = (text: string, weight: number): Fallback => ({
    suffix: 'Arial',
    // Roboto in bold is narrower by far: its regular stands in.
    names:
      weight < 600
        ? ['Arial', 'Liberation Sans', 'Roboto']
        : ['Arial Bold', 'Liberation Sans Bold'],
    text,
    weight,
  });
  return {
    display: serifs(hero.title, ''),
    'display-italic': serifs(hero.titleAccent, ' Italic'),
    text: [sans(`${hero.lede} ${bookingForm.lede}`, 400), sans(buttons.join(' '), 600)],
    mono: [{ suffix: 'Courier', names: ['Courier New', 'Liberation Mono'], text: hero.eyebrow }],
  };
}

/** In em, as it is shaped: with the kerning. */
async function widthInFace(
  face: Face,
  { text, weight }: Fallback,
  source: Buffer,
  { brand }: Content,
): Promise<number> {
  const name = `measured ${face.name} ${weight}`;
  const axes = { ...face.axes, ...(weight && { wght: weight }) };
  const key = await registerFont(name, { ...face, axes }, source, text);
  const context = createCanvas(1, 1).getContext('2d');
  // The machine's own language would change letters.
  context.lang = brand.brand.languages[0];
  context.font = `1000px "${name}"`;
  const { width } = context.measureText(text);
  GlobalFonts.remove(key);
  return width / 1000;
}

/** Makes these letters of a face, read from `source`, known to the canvas as `alias`. */
export async function registerFont(alias: string, face: Face, source: Buffer, letters: string) {
  const options = { targetFormat: 'sfnt', variationAxes: face.axes } as const;
  const key = GlobalFonts.register(await subsetFont(source, letters, options), alias);
  if (key === null) throw new Error(`${face.family} cannot be drawn`);
  return key;
}

function widthIn(font: keyof typeof advanceWidths, text: string): number {
  const widths = Array.from(text, (letter) => advanceWidths[font][letter.charCodeAt(0) - 32] ?? 0);
  return widths.reduce((sum, width) => sum + width, 0) / 1000;
}

/** Without accents, which add no width, and without what the table does not have. */
function ascii(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '');
}
