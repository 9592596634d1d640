// node scripts/content/check.ts: whether the texts and colours in content/ suit the site.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isReserved } from '../../server/config/addresses.ts';
import { missingDetails } from '../../server/config/missing-details.ts';
import { headlineSize } from '../../site/headline.ts';
import { namedIn } from '../../site/named-pictures.ts';
import { contentFolder } from '../vite/virtual-module.ts';
import { brandSchema, languageSchema, sharedSchema } from './schema.ts';

if (import.meta.main) {
  const { content, faults } = await checkContent();
  for (const sentence of faults.length > 0 ? faults : warningsOn(content)) console.log(sentence);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Reads content/ and gives what is wrong with it, a sentence each: first of all a file that cannot be read. */
export async function checkContent() {
  const unreadable: string[] = [];
  const readAll = async (files: object, folder = '') => {
    const content: Record<string, unknown> = {};
    for (const file of Object.keys(files)) {
      try {
        content[file] = { ...(await import(`../../content/${folder}${file}.ts`)) };
      } catch (error) {
        unreadable.push(`content/${folder}${file}.ts cannot be read${whereAndWhy(error, file)}`);
      }
    }
    return content;
  };
  const content = await readAll(sharedSchema([]));
  for (const language of brandIn(content).languages)
    content[language] = await readAll(languageSchema().shape, `${language}/`);
  return { content, faults: unreadable.length > 0 ? unreadable : faultsIn(content) };
}

/**
 * What is wrong with the content, a sentence each: the exports of each file by its name, those of a
 * language by the name of its folder.
 */
export function faultsIn(content: unknown): string[] {
  const { name, languages } = brandIn(content);
  const first = Object(Object(content)[languages[0] ?? '']);
  const folder = languageSchema().superRefine((texts, context) => {
    addUnsuited(texts, name, context);
    // Legal texts may be others in each language.
    addGaps({ ...texts, legal: undefined }, first, context);
  });
  const folders = Object.fromEntries(languages.map((language) => [language, folder]));
  const schema = z.object({ ...sharedSchema(languages), ...folders });
  const { error } = schema.safeParse(content, { error: sentence });
  return (error?.issues ?? []).map(({ path, message }) => `${placeOf(path, languages)} ${message}`);
}

/** Without languages while something in content/brand.ts is wrong. */
function brandIn(content: unknown): { name: string; languages: readonly string[] } {
  const { data } = z.object({ brand: brandSchema }).safeParse(content);
  return data?.brand.brand ?? { name: '', languages: [] };
}

type Texts = z.infer<ReturnType<typeof languageSchema>>;

/** Says which texts of a language do not suit each other, each for itself being right. */
function addUnsuited(
  { landing, navigation, records }: Texts,
  brand: string,
  context: z.RefinementCtx,
) {
  const add = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const sections = ['navigation', 'sections'];
  if (!navigation.sections.some(({ id }) => id === 'solution'))
    add(sections, "has no 'solution', where the first button leads.");
  // The letters that the header of 896 px holds; one of the brand counts for two.
  const room = 88 - 2 * brand.length;
  const letters = navigation.sections.map(({ name }) => name).join('').length;
  const tooLong = `has names of ${letters} letters together; the header holds ${room} beside the brand. Shorten some.`;
  if (letters > room) add(sections, tooLong);
  // The longer the headline, the smaller it is set, and the longer its words may be.
  const { word } = headlineSize(landing.hero);
  const headline = `${landing.hero.title} ${landing.hero.titleAccent}`;
  const long = headline.split(/[\s\u00AD\u2010-\u2014/-]+/).find((part) => part.length > word);
  const hint = `has the word '${long}'; a small screen holds ${word} letters. Part it with \\u00AD.`;
  if (long) add(['landing', 'hero', 'title'], hint);
  const { drivers, processing } = landing.architecture;
  const { samples } = records.records;
  const isWhole = samples.every(({ shares }) => shares.length === processing.parts.length);
  const unfit = `must have one record for each of the ${drivers.names.length} drivers, in the order of their names, each with one value for each of the ${processing.parts.length} parts of processing.`;
  if (samples.length !== drivers.names.length || !isWhole)
    add(['records', 'records', 'samples'], unfit);
}

/** Says what is empty in this language and not in the first, and which list has not as many entries. */
function addGaps(
  own: unknown,
  first: unknown,
  context: z.RefinementCtx,
  path: PropertyKey[] = [],
): void {
  const add = (message: string) => context.addIssue({ code: 'custom', path, message });
  if (own === '' && first !== '') add('is empty, and not in the first language.');
  const count = Array.isArray(own) ? own.length : 0;
  if (Array.isArray(first) && count !== first.length)
    add(`has ${count} entries, and ${first.length} in the first language.`);
  if (typeof own !== 'object') return;
  for (const [key, value] of Object.entries(Object(own)))
    addGaps(value, Object(first)[key], context, [...path, Array.isArray(own) ? Number(key) : key]);
}

/** What is right but may be better, a sentence each: a detail that is not filled in, a picture over 300 KB. */
export function warningsOn(content: Record<string, unknown>): string[] {
  return [...unfilledIn(content), ...largePicturesIn(content)];
}

/** What is right but not the provider's own yet, a sentence for each file. */
function unfilledIn({ brand, provider }: Record<string, unknown>): string[] {
  const mails = JSON.stringify(brand).match(/[^\s"]+@[^\s"]+/g) ?? [];
  const left = {
    brand: mails.filter(isReserved),
    provider: missingDetails(Object(provider).provider),
  };
  return Object.entries(left)
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `content/${file}.ts: not filled in yet: ${names.join(', ')}`);
}

function largePicturesIn(content: Record<string, unknown>): string[] {
  const names = [...namedIn(content, 'picture'), ...namedIn(content, 'logo')];
  return names.flatMap((name) => {
    const { size = 0 } = statSync(join(contentFolder, name), { throwIfNoEntry: false }) ?? {};
    const kilobytes = Math.round(size / 1000);
    return name === '' || kilobytes <= 300
      ? []
      : [
          `content/${name}: has ${kilobytes} KB; over 300 KB it comes late on a phone. Save it smaller.`,
        ];
  });
}

/** From what Node says of a file that it cannot read. A missing one is known by its message alone. */
function whereAndWhy(error: unknown, file: string): string {
  const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
  const line = new RegExp(`${file}\\.ts:(\\d+)`).exec(stack)?.[1];
  if (line === undefined) return `: ${message}`;
  return `, on line ${line} or just above it: a quotation mark, a comma or a bracket is missing or too many. In words write ’ and not '.`;
}

/** Names are joined by ›, an entry of a list is counted from 1. */
function placeOf(path: PropertyKey[], languages: readonly string[]): string {
  const names = path.map((part) => (typeof part === 'number' ? `no. ${part + 1}` : String(part)));
  const file = names.splice(0, languages.includes(names[0] ?? '') ? 2 : 1);
  return `content/${file.join('/')}.ts: ${names.join(' › ')}`;
}

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      if (issue.input === undefined) return 'is missing. Write it.';
      return issue.expected === 'array' || issue.expected === 'object'
        ? 'is wrong here.'
        : 'is not between quotation marks.';
    case 'invalid_value': {
      const wrong = issue.input ? `is '${issue.input}', which there is not` : 'is missing';
      return `${wrong}. There are: ${issue.values.join(', ')}.`;
    }
    case 'too_small':
      return `has too few entries: at least ${issue.minimum} must be there.`;
    case 'too_big':
      return `has too many entries: there is room for ${issue.maximum}.`;
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which nothing shows. Take it out.`;
    default:
      return undefined;
  }
}
