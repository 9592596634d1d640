import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { controlIcons } from '../../site/named-pictures.ts';
import { partOf } from '../vite/font-faces.ts';
import { contentFolder } from '../vite/virtual-module.ts';

/** A text with a limit of letters. It may hold these placeholders, `{…}`. */
export function text(letters: number, ...filledIn: string[]) {
  return z.string().superRefine((value, context) => {
    const count = lengthOf(value);
    const strange = [...value].find((letter) => letter !== '\n' && !partOf(letter));
    const unknown = placeholdersIn(value).find((name) => !filledIn.includes(name));
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if (value.trim() === '') add('is empty. Write it.');
    if (value.includes('[[')) add('has [[, the mark of a placeholder. Write what belongs there.');
    if (count > letters) add(`has ${count} letters; there is room for ${letters}. Shorten it.`);
    if (strange) add(`has the character '${strange}', which the typefaces lack.`);
    if (unknown !== undefined)
      add(`says {${unknown}}, which nothing fills in. Known: ${filledIn.join(', ') || 'none'}.`);
  });
}

/** The names between braces. */
function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}

/**
 * A text that is the same in every language, or written for each by its code. `same`: what it may be in
 * the first case.
 */
export function perLanguage(
  one: z.ZodType,
  languages: readonly string[],
  same: z.ZodType = one,
): z.ZodType {
  const each = languages.map((language) => `${language}: '…'`).join(', ');
  const error = `is not in every language. Write { ${each} }.`;
  return z.union([same, z.object(texts(one, ...languages))], { error });
}

/** What the provider may leave empty: it is then shown nowhere. */
export function slot(filled: z.ZodType) {
  return z.union([z.literal(''), filled]);
}

/** As a reader counts them: an accent with its letter, no soft hyphen. */
function lengthOf(value: string): number {
  return [...new Intl.Segmenter().segment(value.replaceAll('\u00AD', ''))].length;
}

/** The same schema under each of these names. */
export function texts<One extends z.ZodType, Name extends string>(one: One, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, one])) as Record<Name, One>;
}

/** At least and at most so many entries. */
export function list<Entry extends z.ZodType>(entry: Entry, least: number, most: number) {
  return z.array(entry).min(least).max(most);
}

const controls = new Set<string>([...controlIcons.firstView, ...controlIcons.below]);

/** The names of the drawings of site/illustrations that a text can choose from, by their folder. */
export function drawingNames(folder: 'icons' | 'vignettes'): string[] {
  const files = readdirSync(join(import.meta.dirname, '../../site/illustrations', folder)).sort();
  const names = files.map((file) => basename(file, '.svg'));
  return names.filter((name) => !controls.has(name));
}

export const icon = z.enum(drawingNames('icons'));

/** A list of cards: each has an icon, a title and a description. */
export function cards(title: z.ZodType, description: z.ZodType, least: number, most: number) {
  return list(z.strictObject({ icon, title, description }), least, most);
}

/** Some of these, in the order in which the page shows them. */
export function choices(ids: readonly string[], letters: number) {
  return list(z.strictObject({ id: z.enum(ids), name: text(letters) }), 1, ids.length);
}

/** The name of one of these drawings, or of a picture in content/. */
export function picture(...drawings: readonly string[]) {
  const others = drawings.length > 0 ? ` Drawings: ${drawings.join(', ')}.` : '';
  return z.string().refine((name) => drawings.includes(name) || isInContent(name), {
    error: ({ input }) =>
      `is '${input}', which is no picture in content/. Put a .svg, .png, .jpg, .webp or .avif there, and write its name with the same capitals.${others}`,
  });
}

/** Whether the folder has a picture of just this name: some disks open a file by any capitals. */
function isInContent(name: string): boolean {
  return /\.(svg|png|jpe?g|webp|avif)$/i.test(name) && readdirSync(contentFolder).includes(name);
}

const colourNames = ['paper', 'sheet', 'ink', 'inkSoft', 'tint', 'pale', 'accent', 'ornament'];

/**
 * The least contrast of a colour on others: text of normal size needs 7:1 (WCAG 2.2, 1.4.6), a line
 * that carries meaning 3:1 (1.4.11).
 */
const needs = {
  ink: { paper: 7, sheet: 7 },
  inkSoft: { paper: 7, sheet: 7 },
  accent: { paper: 7, sheet: 7 },
  tint: { paper: 7, sheet: 3 },
  ornament: { paper: 3, sheet: 3 },
};

/** The colours of both themes; what meets on the page can be told apart. */
export const coloursSchema = z.strictObject({
  // On the light page the fine lines also stand on the dark foot.
  light: theme({ ...needs, pale: { ink: 3 } }),
  dark: theme(needs),
});

function theme(needs: Record<string, Record<string, number>>) {
  const colour = z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'is no colour. Write # and six digits.', abort: true });
  return z.record(z.enum(colourNames), colour).superRefine((colours, context) => {
    for (const [name, grounds] of Object.entries(needs)) {
      const isWeak = (hex = '', [ground, least]: [string, number]) =>
        contrast(hex, colours[ground]) < least;
      const passing = shadesOf(colours[name]).find(
        (shade) => !Object.entries(grounds).some((need) => isWeak(shade, need)),
      );
      const hint = passing ? `${passing} is near and passes.` : 'Change one of the two.';
      for (const need of Object.entries(grounds)) {
        const [ground, least] = need;
        const ratio = contrast(colours[name], colours[ground]).toFixed(1);
        const message = `is too weak on ${ground}: ${ratio}:1, and ${least}:1 is needed. ${hint}`;
        if (isWeak(colours[name], need))
          context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
}

/** The colour mixed with more and more black or white. */
function shadesOf(hex = ''): string[] {
  return Array.from({ length: 100 }, (_, index) => (index + 1) / 100).flatMap((share) =>
    [0, 255].map((end) => {
      const mixed = channelsOf(hex).map((value) => Math.round(value + (end - value) * share));
      return `#${Buffer.from(mixed).toString('hex')}`;
    }),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first = '', second = ''): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
function channelsOf(hex: string): number[] {
  return [...Buffer.from(hex.slice(1), 'hex')];
}
