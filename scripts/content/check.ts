// node scripts/content/check.ts: checks that the texts and colours in content/ fit the site.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { contentWarnings } from '../../server/config/warnings.ts';
import { namedIn } from '../../site/assets.ts';
import { headlineSize } from '../../site/copy.ts';
import { contentFolder } from '../vite/content.ts';
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
  const folders = Object.fromEntries(languages.map((language) => [language, folderOf(name)]));
  const { error } = z
    .object({ ...sharedFiles(languages), ...folders })
    .partial()
    .safeParse(content);
  return (error?.issues ?? []).map(({ path, message }) => {
    const file = path.slice(0, languages.some((language) => language === path[0]) ? 2 : 1);
    const place = z.core.toDotPath(path.slice(file.length));
    return `content/${file.join('/')}.ts: ${place}: ${message}`;
  });
}

/** The name and languages in content/brand.ts. Invalid values count as missing. */
function brandIn(content: unknown) {
  const { name, languages } = brandFile.shape.brand.shape;
  const brand = z.object({ name: name.catch(''), languages: languages.catch([]) });
  const { data } = z.object({ brand: z.object({ brand }) }).safeParse(content);
  return data?.brand.brand ?? { name: '', languages: [] };
}

/** The schema of a language's folder. It also checks texts that must fit other texts. */
function folderOf(brand: string) {
  return z
    .strictObject(languageFiles)
    .partial()
    .superRefine(({ landing, demonstrations }, { addIssue }) => {
      const add = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
      const { hero, architecture, sections } = landing ?? {};
      if (sections) {
        const path = ['landing', 'sections'];
        if (!sections.some(({ id }) => id === 'solution'))
          add(path, "has no 'solution', which the first button opens. Add it.");
        // The header of 896 px has space for 88 letters. A letter of the brand's name counts twice.
        const room = 88 - 2 * brand.length;
        const letters = sections.map(({ name }) => name).join('').length;
        const message = `has ${letters} letters in all names together; the header has space for ${room} next to the brand. Shorten some.`;
        if (letters > room) add(path, message);
      }
      if (hero) {
        // A longer headline is smaller, so its words may be longer.
        const { word } = headlineSize(hero);
        const words = `${hero.title} ${hero.titleAccent}`.split(/[\s\u00AD\u2010-\u2014/-]+/);
        const long = words.find((part) => part.length > word);
        const message = `has the word '${long}'; a small screen has space for ${word} letters. Split it with \\u00AD.`;
        if (long) add(['landing', 'hero', 'title'], message);
      }
      if (architecture && demonstrations) {
        const { samples } = demonstrations.records;
        const [drivers, parts] = [architecture.drivers.names, architecture.processing.parts];
        const isWhole = samples.every(({ shares }) => shares.length === parts.length);
        const message = `must have ${drivers.length} records, one for each driver and in that order. Each has ${parts.length} values, one for each part of processing.`;
        if (samples.length !== drivers.length || !isWhole)
          add(['demonstrations', 'records', 'samples'], message);
      }
    });
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
