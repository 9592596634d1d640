import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Image } from '@napi-rs/canvas';
import { z } from 'zod';
import { closest } from '../../server/config/closest.ts';
import { controlIcons } from '../../site/choices.ts';
import { partOf } from '../vite/font-faces.ts';
import { contentFolder } from '../vite/virtual-module.ts';

/** A text with a limit of letters and of letters in one word. It may hold these placeholders, `{…}`. */
export function text(letters: number, word = Math.min(letters, 60), ...filledIn: string[]) {
  return z.string().superRefine((value, context) => {
    const count = lengthOf(value);
    const words = value.split(/[\s\u00AD\u2010\u2013\u2014/-]+/);
    const long = words.find((part) => lengthOf(part) > word);
    const strange = [...value].find((letter) => letter !== '\n' && !partOf(letter));
    const unknown = placeholdersIn(value).find((name) => !filledIn.includes(name));
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if (value.trim() === '') add('is empty. Write it.');
    if (value.includes('[[')) add('has [[, the mark of a placeholder. Write what belongs there.');
    if (count > letters) add(`has ${count} letters; there is room for ${letters}. Shorten it.`);
    else if (long)
      add(`has the word '${long}'; a small screen holds ${word} letters. Part it with \\u00AD.`);
    if (strange) add(`has the character '${strange}', which the typefaces lack.`);
    if (unknown !== undefined)
      add(`says {${unknown}}, which nothing fills in. Known: ${filledIn.join(', ') || 'none'}.`);
  });
}

/** The names between braces. */
function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}

/** A text that is the same in every language, or written for each by its code. */
export function perLanguage(one: z.ZodType<string>, languages: readonly string[]) {
  return z.unknown().superRefine((value, context) => {
    const isOne = typeof value !== 'object' || value === null;
    for (const text of isOne ? [value] : Object.values(value)) addFaults(one, text, context);
    const missing = isOne ? [] : languages.filter((language) => !(language in value));
    for (const language of missing) context.addIssue(`has no '${language}'. Write it.`);
  });
}

/**
 * The texts that these languages have together, each of any length, and with the placeholders of the
 * first language that has it.
 */
export function textsAlike(languages: readonly unknown[]): z.ZodType {
  const first = languages.find((texts) => texts !== undefined);
  if (typeof first === 'string') return text(600, 60, ...placeholdersIn(first));
  if (Array.isArray(first)) return list(textsAlike(first), first.length, first.length);
  const names = new Set(languages.flatMap((texts) => Object.keys(Object(texts))));
  const entries = [...names].map((name) => [
    name,
    textsAlike(languages.map((texts) => Object(texts)[name])),
  ]);
  return z.strictObject(Object.fromEntries(entries));
}

/** What the provider may leave empty: it is then shown nowhere. */
export function slot(filled: z.ZodString) {
  return z.string().superRefine((value, context) => {
    if (value !== '') addFaults(filled, value, context);
  });
}

/** Says what the schema finds wrong with the value. */
export function addFaults(
  schema: z.ZodType,
  value: unknown,
  context: z.RefinementCtx,
  path: string[] = [],
): void {
  for (const { message } of schema.safeParse(value).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
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

/** A list of cards: each has an icon, a title and a description. */
export function cards(title: z.ZodType, description: z.ZodType, least: number, most: number) {
  return list(z.strictObject({ icon: icon(), title, description }), least, most);
}

/** The names of the drawings of site/illustrations that a text can choose from, by their folder. */
export function drawingNames(folder: 'icons' | 'vignettes'): string[] {
  const files = readdirSync(join(import.meta.dirname, '../../site/illustrations', folder)).sort();
  const names = files.map((file) => basename(file, '.svg'));
  return names.filter((name) => !controlIcons.some((control) => control === name));
}

/** The name of an icon. */
export function icon() {
  const iconNames = drawingNames('icons');
  return z.string().refine((name) => iconNames.some((known) => known === name), {
    error: ({ input }) => {
      const guess = closest(String(input), iconNames, 3);
      const hint = guess ? `Perhaps '${guess}'? ` : '';
      return `is '${input}', which is no icon. ${hint}There are: ${iconNames.join(', ')}.`;
    },
  });
}

/** Some of these, each once, in the order in which the page shows them. */
export function choices<Id extends string>(ids: readonly Id[], letters: number) {
  const entries = list(z.strictObject({ id: z.enum(ids), name: text(letters) }), 1, ids.length);
  return entries.superRefine((chosen, context) => {
    const twice = chosen.find(({ id }, at) => chosen.findIndex((other) => other.id === id) < at);
    if (twice) context.addIssue(`has '${twice.id}' twice. Take one out.`);
  });
}

/** What a picture must measure at least, in px; a drawing has any size. `mark`: it stands small beside the name. */
interface Frame {
  width: number;
  height: number;
  mark?: boolean;
}

/** The name of a file in content/ that fits its place, or one of the others. */
export function picture(place: Frame, ...others: readonly string[]) {
  return z.string().superRefine((name, context) => {
    if (others.includes(name)) return;
    const drawings = others.filter((other) => other !== '').join(', ');
    const fault =
      drawings === '' || name.includes('.')
        ? pictureFault(name, place)
        : `is '${name}', which there is not. There are: ${drawings}, and the pictures that you put into content/, as 'harbour.jpg'.`;
    if (fault) context.addIssue(fault);
  });
}

const isPicture = (name: string) => /^[\w.-]+\.(svg|png|jpe?g|webp|avif)$/i.test(name);

/** What is wrong with a picture of content/, a sentence without its subject. */
function pictureFault(name: string, { width, height, mark = false }: Frame): string | undefined {
  if (name.includes('/')) return `is '${name}'. Write the file's name alone, without its folder.`;
  if (!isPicture(name))
    return `is '${name}', which is no name of a picture: letters without accents, digits, - and _, then .svg, .png, .jpg, .webp or .avif.`;
  const files = readdirSync(contentFolder).filter(isPicture);
  if (!files.includes(name)) {
    const lower = files.map((file) => file.toLowerCase());
    const meant = files[lower.indexOf(closest(name.toLowerCase(), lower, 3) ?? '')];
    return `is '${name}', which is not in content/. ${meant ? `Perhaps '${meant}'?` : 'Put the file there.'}`;
  }
  const image = new Image();
  image.src = readFileSync(join(contentFolder, name));
  const [shorter, longer] = [image.width, image.height].toSorted((one, other) => one - other);
  if (!shorter || !longer)
    return `is '${name}', which is no picture. Save it again as .jpg, .png or .svg.`;
  if (!name.toLowerCase().endsWith('.svg') && (image.width < width || image.height < height))
    return `is '${name}' of ${image.width} by ${image.height} pixels; it needs ${width} by ${height} or more. Take a larger one.`;
  if (mark && longer > 2 * shorter)
    return `is '${name}', more than twice as long one way as the other. Take the sign without the name, which stands beside it.`;
  return;
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
      const hex = colours[name] ?? '';
      const weakOn = (shade: string) =>
        Object.entries(grounds)
          .map(([ground, least]) => ({ ground, least, ratio: contrast(shade, colours[ground]) }))
          .filter(({ least, ratio }) => ratio < least);
      const weak = weakOn(hex);
      const passing = weak[0] && shadesOf(hex).find((shade) => weakOn(shade).length === 0);
      for (const { ground, least, ratio } of weak) {
        const hint = passing ? `${passing} is near and passes.` : `Change ${ground}.`;
        const message = `is too weak on ${ground}: ${ratio.toFixed(1)}:1, and ${least}:1 is needed. ${hint}`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
}

/** The colour mixed with more and more black or white. */
function shadesOf(hex: string): string[] {
  const percents = Array.from({ length: 100 }, (_, index) => index + 1);
  return percents.flatMap((percent) =>
    [0, 255].map((target) => {
      const mixed = channelsOf(hex).map((value) =>
        Math.round(value + ((target - value) * percent) / 100),
      );
      return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    }),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first: string, second = ''): number {
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
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
