// node scripts/content/check.ts: whether the texts and colours in content/ suit the site.
import { z } from 'zod';
import { isReserved } from '../../server/config/addresses.ts';
import { missingDetails } from '../../server/config/missing-details.ts';
import { languageSchema, sharedSchema } from './schema.ts';

if (import.meta.main) {
  const { content, faults } = await checkContent();
  for (const sentence of faults.length > 0 ? faults : unfilledIn(content)) console.log(sentence);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Reads content/ and gives what is wrong with it, a sentence each. */
export async function checkContent() {
  const { content, unreadable } = await readContent();
  return { content, faults: unreadable.length > 0 ? unreadable : faultsIn(content) };
}

/**
 * What is wrong with the content, a sentence each: the exports of each file by its name, those of a
 * language by the name of its folder.
 */
export function faultsIn(content: unknown): string[] {
  const languages = languagesOf(content);
  const folders = Object.fromEntries(languages.map((language) => [language, languageSchema]));
  const schema = z.object({ ...sharedSchema, ...folders });
  const { data, error } = schema.safeParse(content, { error: sentence });
  const faults = data ? faultsTogether(data, languages) : (error?.issues ?? []);
  return faults.map(({ path, message }) => `${placeOf(path, languages)} ${message}`);
}

/** None while something in content/brand.ts is wrong. */
function languagesOf(content: unknown): readonly string[] {
  const { data } = z.object({ brand: sharedSchema.brand }).safeParse(content);
  return data?.brand.brand.languages ?? [];
}

/** A place in the content, and what is wrong there. */
interface Fault {
  path: PropertyKey[];
  message: string;
}

type Texts = z.infer<typeof languageSchema>;

/** What does not suit the rest of the content, each for itself being right. */
function faultsTogether(
  { brand, provider, ...files }: z.infer<z.ZodObject<typeof sharedSchema>>,
  languages: readonly string[],
): Fault[] {
  const folders: [string, Texts][] = languages.map((name) => [name, Object(files)[name]]);
  return [
    ...untranslated(provider, languages, ['provider']),
    ...folders.flatMap(([language, texts]) => [
      ...unsuited(texts, brand.brand.name, language),
      ...gapsIn(comparable(texts), comparable(folders[0]?.[1] ?? texts), [language]),
    ]),
  ];
}

/** Details that are written by language, and not in all of them. */
function untranslated(value: object, languages: readonly string[], path: string[]): Fault[] {
  return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    const own = [...path, name];
    if (name === 'storagePeriod' && typeof entry === 'string' && entry && languages.length > 1) {
      const each = languages.map((language) => `${language}: '…'`).join(', ');
      return [{ path: own, message: `is in one language. Write { ${each} }.` }];
    }
    if (typeof entry !== 'object' || entry === null) return [];
    const missing = languages.filter((language) => !(language in entry));
    if (missing.length === languages.length) return untranslated(entry, languages, own);
    return missing.map((language) => ({ path: own, message: `has no '${language}'. Write it.` }));
  });
}

/** The texts of a language that do not suit each other. */
function unsuited(
  { landing, messages, navigation, records }: Texts,
  brand: string,
  folder: string,
) {
  const faults: Fault[] = [];
  const add = (path: PropertyKey[], message: string) =>
    faults.push({ path: [folder, ...path], message });
  if (!navigation.sections.some(({ id }) => id === 'solution'))
    add(['navigation', 'sections'], "has no 'solution', where the first button leads.");
  // The letters that the header of 896 px holds; one of the brand counts for two.
  const room = 88 - 2 * brand.length;
  const letters = navigation.sections.map(({ name }) => name).join('').length;
  if (letters > room)
    add(
      ['navigation', 'sections'],
      `has names of ${letters} letters together; the header holds ${room} beside the brand. Shorten some.`,
    );
  if (messages.controls.sections === landing.footer.quickLinks)
    add(
      ['landing', 'footer', 'quickLinks'],
      `is called as the header’s navigation in content/${folder}/messages.ts. Who hears the page cannot tell them apart: choose another.`,
    );
  const { drivers, processing } = landing.architecture;
  const { samples } = records.records;
  if (samples.length !== drivers.names.length)
    add(
      ['records', 'records', 'samples'],
      `has ${samples.length} records for ${drivers.names.length} drivers. Write one for each, in the order of the names.`,
    );
  const odd = samples.findIndex(({ shares }) => shares.length !== processing.parts.length);
  if (odd !== -1)
    add(
      ['records', 'records', 'samples', odd, 'shares'],
      `has not one value for each of the ${processing.parts.length} parts of processing.`,
    );
  return faults;
}

/** What every language has: the points of a legal text may be others. */
function comparable({ landing, messages, demonstrations, navigation, share, legal }: Texts) {
  const { documents } = legal.legal;
  return { landing, messages, demonstrations, navigation, share, legal: { legal: { documents } } };
}

/** Entries and texts that the first language has, and this one does not. */
function gapsIn(own: unknown, first: unknown, path: PropertyKey[]): Fault[] {
  const fault = (message: string) => [{ path, message }];
  if (own === '' && first !== '') return fault('is empty, and not in the first language.');
  const isList = Array.isArray(own) && Array.isArray(first);
  if (isList) {
    const ids = idsIn(own);
    const missing = idsIn(first).filter((id) => !ids.includes(id));
    if (missing.length > 0)
      return missing.flatMap((id) => fault(`has no '${id}', which the first language has.`));
    if (ids.length === 0 && own.length !== first.length)
      return fault(`has ${own.length} entries, and ${first.length} in the first language.`);
  }
  if (typeof own !== 'object') return [];
  return Object.entries(Object(own)).flatMap(([key, value]) =>
    gapsIn(value, Object(first)[key], [...path, isList ? Number(key) : key]),
  );
}

/** By what sections, ways to share and documents are known; other entries have nothing. */
function idsIn(entries: readonly unknown[]): string[] {
  return entries.flatMap((entry) => Object(entry).id ?? Object(entry).path ?? []);
}

/** What is right but not the provider's own yet, a sentence for each file. */
function unfilledIn({ brand, provider }: Record<string, unknown>): string[] {
  const mails = JSON.stringify(brand).match(/[^\s"]+@[^\s"]+/g) ?? [];
  return [
    { file: 'brand', left: mails.filter(isReserved) },
    { file: 'provider', left: missingDetails(sharedSchema.provider.parse(provider).provider) },
  ]
    .filter(({ left }) => left.length > 0)
    .map(({ file, left }) => `content/${file}.ts: not filled in yet: ${left.join(', ')}`);
}

/** Reads each file by itself: one that cannot be read gives a sentence. */
async function readContent() {
  const unreadable: string[] = [];
  const readAll = async (files: string[], folder = '') => {
    const content: Record<string, unknown> = {};
    for (const file of files) {
      try {
        content[file] = { ...(await import(`../../content/${folder}${file}.ts`)) };
      } catch (error) {
        unreadable.push(`content/${folder}${file}.ts cannot be read${whereAndWhy(error, file)}`);
      }
    }
    return content;
  };
  const content = await readAll(Object.keys(sharedSchema));
  for (const language of languagesOf(content))
    content[language] = await readAll(Object.keys(languageSchema.shape), `${language}/`);
  return { content, unreadable };
}

function whereAndWhy(error: unknown, file: string): string {
  const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
  const [picture] = /[^/'"]+\.(svg|png|jpe?g|webp|avif)\b/i.exec(message) ?? [];
  if (picture)
    return `: it imports ${picture}. A picture is not imported: put the file into content/ and write its name between quotation marks, as picture: '${picture}'.`;
  if (message.startsWith('Cannot find module'))
    return ': it is missing. Copy the one of another language.';
  const line = new RegExp(`${file}\\.ts:(\\d+)`).exec(stack)?.[1] ?? '?';
  const [, word] = /^(\S+) is not defined$/.exec(message) ?? [];
  const hint = word
    ? `write '${word}' between quotation marks`
    : "a quotation mark, a comma or a bracket is missing or too many. In words write ’ and not '";
  return `, on line ${line} or just above it: ${hint}.`;
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
      if (issue.input === undefined) return 'is missing. Write it.';
      return issue.expected === 'string' ? 'is not between quotation marks.' : 'is wrong here.';
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
