import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { wcagContrast } from 'culori';
import { z } from 'zod';
import { darkened, paper } from '../../site/colours.ts';
import { mapValues } from '../../site/copy.ts';
import { contentFolder } from '../vite/content.ts';
import { partOf } from '../vite/fonts.ts';

/** A text with at most `letters` letters, and only these placeholders in braces. */
export function text(letters: number, ...placeholders: string[]) {
  return z.string().superRefine((value, context) => {
    const count = lengthOf(value);
    const strange = [...value].find((letter) => letter !== '\n' && !partOf(letter));
    const names = Array.from(value.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
    const unknown = names.find((name) => !placeholders.includes(name));
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if (value.trim() === '') add('is empty. Write it.');
    if (count > letters) add(`has ${count} letters; there is space for ${letters}. Shorten it.`);
    if (strange) add(`has the character '${strange}', which the typefaces lack.`);
    if (unknown !== undefined)
      add(`has {${unknown}}, which nothing fills in. Known: ${placeholders.join(', ') || 'none'}.`);
  });
}

/** Letters as a reader counts them: accents belong to their letter, soft hyphens do not count. */
function lengthOf(value: string): number {
  return [...new Intl.Segmenter().segment(value.replaceAll('\u00AD', ''))].length;
}

export function texts<Name extends string>(limits: Record<Name, number>) {
  return mapValues(limits, (letters) => text(letters));
}

/** One text for all languages, or one for each language code. */
export function perLanguage(one: z.ZodType, languages: readonly string[]): z.ZodType {
  const each = languages.map((language) => `${language}: '…'`).join(', ');
  const translated = Object.fromEntries(languages.map((language) => [language, one]));
  const error = `is not in every language. Write { ${each} }.`;
  return z.union([one, z.object(translated)], {
    error: ({ input }) => (input === undefined ? 'is missing.' : error),
  });
}

/** A detail that the provider may leave empty. It is then not shown. */
export function slot(filled: z.ZodType) {
  return z.union([z.literal(''), filled]);
}

export function list<Entry extends z.ZodType>(entry: Entry, least: number, most: number) {
  return z.array(entry).min(least).max(most);
}

/** The names of the drawings in a folder of site/illustrations that a text can use. */
export function drawingNames(folder: 'icons' | 'vignettes'): string[] {
  const files = readdirSync(join(import.meta.dirname, '../../site/illustrations', folder)).sort();
  return files.map((file) => basename(file, '.svg'));
}

export const icon = z.enum(drawingNames('icons'));

export function cards(
  limits: Record<'title' | 'description', number>,
  least: number,
  most: number,
) {
  return list(z.strictObject({ icon, ...texts(limits) }), least, most);
}

/** A selection of these ids, in the order of the page. */
export function choices(ids: readonly string[], letters: number) {
  return list(z.strictObject({ id: z.enum(ids), name: text(letters) }), 1, ids.length);
}

/** The name of a drawing, or of a picture in content/. */
export function picture(...drawings: readonly string[]) {
  const pictures = /\.(svg|png|jpe?g|webp|avif)$/i;
  return file('picture (.svg, .png, .jpg, .webp or .avif)', pictures, drawings);
}

/** The name of a PDF in content/. */
export const document = file('PDF', /\.pdf$/i);

/** The name of a file in content/, or one of `others`. Case counts, because some disks ignore it. */
function file(what: string, pattern: RegExp, others: readonly string[] = []) {
  const names = [...others, ...readdirSync(contentFolder).filter((name) => pattern.test(name))];
  return z.string().refine((name) => names.includes(name), {
    error: ({ input }) =>
      `is '${input}', which is not a ${what} in content/. Put one there, and write its name in the same upper and lower case.`,
  });
}

export const link = z.url({ protocol: /^https$/, error: 'is not a URL. Begin it with https://.' });

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'is not a colour. Write # and six digits.', abort: true });

/**
 * The two brand colours. Text in `tint` needs a contrast of 7:1 on the page (WCAG 2.2, 1.4.6). Lines and marks
 * need 3:1 (1.4.11).
 */
export const colours = z.strictObject({
  tint: colour.superRefine(strongOnPaper(7)),
  accent: colour.superRefine(strongOnPaper(3)),
});

function strongOnPaper(least: number) {
  return (hex: string, context: z.RefinementCtx) => {
    const ratio = wcagContrast(hex, paper);
    if (ratio >= least) return;
    const near = darkened(hex, paper, least);
    const message = `has too little contrast on the page: ${ratio.toFixed(1)}:1 instead of ${least}:1. ${near} is similar and passes.`;
    context.addIssue({ code: 'custom', message });
  };
}
