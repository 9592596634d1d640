// node scripts/content/check.ts: whether the texts and colours in content/ suit the site.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorInfo } from '../../server/errors.ts';
import { headlineSize } from '../../site/headline.ts';
import { namedIn } from '../../site/named-pictures.ts';
import { contentFolder } from '../vite/virtual-module.ts';
import { brandFile, languageFiles, sharedFiles } from './schema.ts';

if (import.meta.main) {
  const { content, faults } = await checkContent();
  for (const line of faults.length > 0 ? faults : warningsOn(content)) console.log(line);
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
  const content = await readAll(sharedFiles([]));
  for (const language of brandIn(content).languages)
    content[language] = await readAll(languageFiles, `${language}/`);
  return { content, faults: unreadable.length > 0 ? unreadable : faultsIn(content) };
}

/**
 * What is wrong with the content, a sentence each: the exports of each file by its name, those of a
 * language by the name of its folder.
 */
export function faultsIn(content: unknown): string[] {
  const { name, languages } = brandIn(content);
  const folder = z
    .strictObject(languageFiles)
    .superRefine((texts, context) => addUnsuited(texts, name, context));
  const folders = Object.fromEntries(languages.map((language) => [language, folder]));
  const { error } = z.object({ ...sharedFiles(languages), ...folders }).safeParse(content);
  return (error?.issues ?? []).map(({ path, message }) => {
    const file = path.slice(0, languages.some((language) => language === path[0]) ? 2 : 1);
    const place = z.core.toDotPath(path.slice(file.length));
    return `content/${file.join('/')}.ts: ${place}: ${message}`;
  });
}

/** Without languages while something in content/brand.ts is wrong. */
function brandIn(content: unknown): { name: string; languages: readonly string[] } {
  const { data } = z.object({ brand: brandFile }).safeParse(content);
  return data?.brand.brand ?? { name: '', languages: [] };
}

type Texts = { [File in keyof typeof languageFiles]: z.infer<(typeof languageFiles)[File]> };

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
  const tooLong = `has names of ${letters} letters together; the header holds ${room} next to the brand. Shorten some.`;
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

/** What is right but may be better, a sentence each: a picture over 300 KB. */
export function warningsOn(content: unknown): string[] {
  const names = [...namedIn(content, 'picture'), ...namedIn(content, 'logo')];
  return names.flatMap((name) => {
    const { size = 0 } = statSync(join(contentFolder, name), { throwIfNoEntry: false }) ?? {};
    const kilobytes = Math.round(size / 1000);
    if (name === '' || kilobytes <= 300) return [];
    return `content/${name} has ${kilobytes} KB: over 300 KB it comes late on a phone. Save it smaller.`;
  });
}

/** From what Node says of a file that it cannot read. A missing one is known by its message alone. */
function whereAndWhy(error: unknown, file: string): string {
  const { stack = '', message } = errorInfo(error);
  const line = new RegExp(`${file}\\.ts:(\\d+)`).exec(stack)?.[1];
  if (line === undefined) return `: ${message}`;
  return `, on line ${line} or just above it: a quotation mark, a comma or a bracket is missing or too many. In words write ’ and not '.`;
}
