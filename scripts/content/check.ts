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
  const schema = z.object({
    ...sharedSchema,
    ...Object.fromEntries(languages.map((language) => [language, languageSchema])),
  });
  const result = schema.safeParse(content, { error: sentence });
  if (!result.success)
    return result.error.issues.map(({ path, message }) => `${placeOf(path, languages)} ${message}`);
  const { brand, provider } = result.data;
  const all = languages.map((language) => languageSchema.parse(Object(content)[language]));
  const { storagePeriod } = provider.provider;
  const each = languages.map((language) => `${language}: '…'`).join(', ');
  return [
    ...untranslated(provider, languages),
    ...(languages.length > 1 && storagePeriod && typeof storagePeriod === 'string'
      ? [`content/provider.ts: provider › storagePeriod is in one language. Write { ${each} }.`]
      : []),
    ...all.flatMap((texts, index) => {
      const folder = `content/${languages[index]}`;
      return [
        ...faultsTogether(texts, brand.brand.name, folder),
        ...missingNames(texts, all[0] ?? texts, folder),
        ...missingTexts(texts, all[0] ?? texts, folder),
      ];
    }),
  ];
}

/** Details that are written by language, and not in all of them. */
function untranslated(value: object, languages: readonly string[], path: string[] = []): string[] {
  return Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const own = [...path, name];
    if (!languages.some((language) => language in entry))
      return untranslated(entry, languages, own);
    return languages
      .filter((language) => !(language in entry))
      .map((language) => `content/provider.ts: ${own.join(' › ')} has no '${language}'. Write it.`);
  });
}

/** None while something in content/brand.ts is wrong. */
function languagesOf(content: unknown): readonly string[] {
  return (
    z.object({ brand: sharedSchema.brand }).safeParse(content).data?.brand.brand.languages ?? []
  );
}

type Texts = z.infer<typeof languageSchema>;

/** The texts of a language that must suit each other. */
function faultsTogether(
  { landing, messages, navigation, records }: Texts,
  brand: string,
  folder: string,
) {
  const faults: string[] = [];
  if (!navigation.sections.some(({ id }) => id === 'solution'))
    faults.push(
      `${folder}/navigation.ts: sections has no 'solution', where the first button leads.`,
    );
  // The letters that the header of 896 px holds; one of the brand counts for two.
  const room = 88 - 2 * brand.length;
  const letters = navigation.sections.map(({ name }) => name).join('').length;
  if (letters > room)
    faults.push(
      `${folder}/navigation.ts: sections has names of ${letters} letters together; the header holds ${room} beside the brand. Shorten some.`,
    );
  if (messages.controls.sections === landing.footer.quickLinks)
    faults.push(
      `${folder}/landing.ts: footer › quickLinks is called as the header’s navigation in ${folder}/messages.ts. Who hears the page cannot tell them apart: choose another.`,
    );
  const { drivers, processing } = landing.architecture;
  const { samples } = records.records;
  if (samples.length !== drivers.names.length)
    faults.push(
      `${folder}/records.ts: records › samples has ${samples.length} records for ${drivers.names.length} drivers. Write one for each, in the order of the names.`,
    );
  const odd = samples.findIndex(({ shares }) => shares.length !== processing.parts.length);
  if (odd !== -1)
    faults.push(
      `${folder}/records.ts: records › samples › no. ${odd + 1} › shares has not one value for each of the ${processing.parts.length} parts of processing.`,
    );
  return faults;
}

/** Sections, ways to share and documents that the first language has, and this one does not name. */
function missingNames(texts: Texts, first: Texts, folder: string): string[] {
  const own = listsIn(texts);
  return listsIn(first).flatMap(({ place, ids }, index) =>
    ids
      .filter((id) => !own[index]?.ids.includes(id))
      .map((id) => `${folder}/${place} has no '${id}', which the first language has.`),
  );
}

/** Entries and texts that the first language has, and this one does not. */
function missingTexts({ landing, messages, demonstrations }: Texts, first: Texts, folder: string) {
  return Object.entries({ landing, messages, demonstrations }).flatMap(([file, own]) =>
    gapsIn(own, Object(first)[file], []).map((gap) => `${folder}/${file}.ts: ${gap}`),
  );
}

function gapsIn(own: unknown, first: unknown, path: readonly string[]): string[] {
  const place = path.join(' › ');
  if (own === '' && first !== '') return [`${place} is empty, and not in the first language.`];
  if (Array.isArray(own) && Array.isArray(first) && own.length !== first.length)
    return [`${place} has ${own.length} entries, and ${first.length} in the first language.`];
  if (typeof own !== 'object') return [];
  const nameOf = (key: string) => (Array.isArray(own) ? `no. ${Number(key) + 1}` : key);
  return Object.entries(Object(own)).flatMap(([key, value]) =>
    gapsIn(value, Object(first)[key], [...path, nameOf(key)]),
  );
}

/** The lists whose entries every language has. */
function listsIn({ navigation, share, legal }: Texts): { place: string; ids: string[] }[] {
  return [
    { place: 'navigation.ts: sections', ids: navigation.sections.map(({ id }) => id) },
    { place: 'share.ts: share › options', ids: share.share.options.map(({ id }) => id) },
    { place: 'legal.ts: legal › documents', ids: legal.legal.documents.map(({ path }) => path) },
  ];
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
function placeOf([first = '', ...rest]: PropertyKey[], languages: readonly string[]): string {
  const [file, path] = languages.includes(String(first))
    ? [`${String(first)}/${String(rest[0])}`, rest.slice(1)]
    : [String(first), rest];
  const names = path.map((part) => (typeof part === 'number' ? `no. ${part + 1}` : String(part)));
  return `content/${file}.ts: ${names.join(' › ')}`;
}

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing. Write it.';
      return issue.expected === 'string' ? 'is not between quotation marks.' : 'is wrong here.';
    case 'invalid_value': {
      const known = `There are: ${issue.values.join(', ')}.`;
      return issue.input
        ? `is '${issue.input}', which there is not. ${known}`
        : `is missing. ${known}`;
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
