// node scripts/content/check.ts: checks that the texts and colours in content/ fit the site.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { contentWarnings } from '../../server/config/warnings.ts';
import { namedIn } from '../../site/assets.ts';
import { headlineSize } from '../../site/copy.ts';
import { contentFolder } from '../vite/virtual-module.ts';
import { readFiles } from './readable.ts';
import { brandFile, languageFiles, sharedFiles } from './schema.ts';

if (import.meta.main) {
  const { content, faults } = await checkContent();
  const warnings = Object.values(contentWarnings()).map((warning) => `${warning}.`);
  for (const line of [...faults, ...warnings, ...warningsOn(content)]) console.log(line);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Reads content/ and returns a sentence for each fault. */
export async function checkContent() {
  const { content, unreadable } = await readFiles(Object.keys(sharedFiles([])));
  for (const language of brandIn(content).languages) {
    const texts = await readFiles(Object.keys(languageFiles), `${language}/`);
    content[language] = texts.content;
    unreadable.push(...texts.unreadable);
  }
  return { content, faults: [...unreadable, ...faultsIn(content)] };
}

/**
 * Returns a sentence for each fault. `content` maps file names to exports, and language
 * folders to their files. Missing files are left out.
 */
export function faultsIn(content: unknown): string[] {
  const { name, languages } = brandIn(content);
  const folder = z.strictObject(languageFiles).partial();
  const folders = Object.fromEntries(languages.map((language) => [language, folder]));
  const { error } = z
    .object({ ...sharedFiles(languages), ...folders })
    .partial()
    .safeParse(content);
  const files = z.record(z.string(), z.unknown()).parse(content);
  const unsuited = languages.flatMap((language) =>
    unsuitedIn(files[language], name).map(({ path, message }) => ({
      path: [language, ...path],
      message,
    })),
  );
  return [...(error?.issues ?? []), ...unsuited].map(({ path, message }) => {
    const file = path.slice(0, languages.some((language) => language === path[0]) ? 2 : 1);
    const place = z.core.toDotPath(path.slice(file.length));
    return `content/${file.join('/')}.ts: ${place}: ${message}`;
  });
}

/** The name and languages in content/brand.ts. Wrong languages give an empty list. */
function brandIn(content: unknown): { name: string; languages: readonly string[] } {
  const { name, languages } = brandFile.shape.brand.shape;
  const part = <Part>(shape: Record<string, z.ZodType<Part>>) =>
    z.object({ brand: z.object({ brand: z.object(shape) }) }).safeParse(content).data?.brand.brand;
  return { name: part({ name })?.name ?? '', languages: part({ languages })?.languages ?? [] };
}

/** Faults between texts of a language that are valid alone. */
function unsuitedIn(texts: unknown, brand: string) {
  const found: { path: PropertyKey[]; message: string }[] = [];
  const { hero, architecture } = languageFiles.landing.shape;
  const read = <Part extends z.ZodType>(part: Part) => part.safeParse(texts).data;
  const sections = read(z.object({ navigation: languageFiles.navigation }))?.navigation.sections;
  if (sections) {
    const add = (message: string) => found.push({ path: ['navigation', 'sections'], message });
    if (!sections.some(({ id }) => id === 'solution'))
      add("has no 'solution', which the first button opens. Add it.");
    // The header of 896 px has space for 88 letters. One of the brand counts twice.
    const room = 88 - 2 * brand.length;
    const letters = sections.map(({ name }) => name).join('').length;
    if (letters > room)
      add(
        `has ${letters} letters in all names together; the header has space for ${room} next to the brand. Shorten some.`,
      );
  }
  const headline = read(z.object({ landing: z.object({ hero }) }))?.landing.hero;
  if (headline) {
    // A longer headline is smaller, so its words may be longer.
    const { word } = headlineSize(headline);
    const words = `${headline.title} ${headline.titleAccent}`.split(/[\s\u00AD\u2010-\u2014/-]+/);
    const long = words.find((part) => part.length > word);
    const message = `has the word '${long}'; a small screen has space for ${word} letters. Split it with \\u00AD.`;
    if (long) found.push({ path: ['landing', 'hero', 'title'], message });
  }
  const flow = read(
    z.object({ landing: z.object({ architecture }), records: languageFiles.records }),
  );
  if (flow) {
    const { drivers, processing } = flow.landing.architecture;
    const { samples } = flow.records.records;
    const isWhole = samples.every(({ shares }) => shares.length === processing.parts.length);
    const message = `must have ${drivers.names.length} records, one for each driver and in that order. Each has ${processing.parts.length} values, one for each part of processing.`;
    if (samples.length !== drivers.names.length || !isWhole)
      found.push({ path: ['records', 'records', 'samples'], message });
  }
  return found;
}

/** A warning for each valid but poor choice, such as a picture over 300 KB. */
export function warningsOn(content: unknown): string[] {
  const names = [...namedIn(content, 'picture'), ...namedIn(content, 'logo')];
  return names.flatMap((name) => {
    const { size = 0 } = statSync(join(contentFolder, name), { throwIfNoEntry: false }) ?? {};
    const kilobytes = Math.round(size / 1000);
    if (name === '' || kilobytes <= 300) return [];
    return `content/${name} has ${kilobytes} KB. Over 300 KB it loads slowly on a phone. Save a smaller file.`;
  });
}
