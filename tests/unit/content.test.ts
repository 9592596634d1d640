import { expect, test } from 'vitest';
import * as landing from '../../content/en/landing.ts';
import * as navigation from '../../content/en/navigation.ts';
import * as records from '../../content/en/records.ts';
import * as share from '../../content/en/share.ts';
import { faultsIn, warningsOn } from '../../scripts/content/check.ts';
import { drawingNames } from '../../scripts/content/rules.ts';
import { languageSchema, sectionIds, sharedSchema } from '../../scripts/content/schema.ts';

const en: Record<string, unknown> = {};
const files: Record<string, unknown> = { en };
for (const name in languageSchema().shape) en[name] = await import(`../../content/en/${name}.ts`);
for (const name in sharedSchema([])) files[name] = await import(`../../content/${name}.ts`);
const languages = ['brand', 'brand', 'languages'];
const shipped = withValue(files, languages, ['en']);
const inTwo = withValue(withValue(files, languages, ['en', 'de']), ['de'], en);

test('the content that ships is right', () => {
  expect(faultsIn(shipped)).toEqual([]);
});

test('a language that lacks a text is told by name', () => {
  const untitled = withValue(en, ['landing', 'join', 'title'], undefined);
  expect(faultsIn(withValue(inTwo, ['de'], untitled))).toEqual([
    'content/de/landing.ts: join › title is missing. Write it.',
  ]);
  const fewer = withValue(en, ['navigation', 'sections'], navigation.sections.slice(0, -1));
  expect(faultsIn(withValue(inTwo, ['de'], fewer))).toEqual([
    `content/de/navigation.ts: sections has ${navigation.sections.length - 1} entries, and ${navigation.sections.length} in the first language.`,
  ]);
});

test('a language with fewer stories, without an answer or with a period of another language is told', () => {
  const stories = landing.cases.stories.slice(1);
  const answer = ['landing', 'questions', 'entries', '0', 'answer'];
  const fewer = withValue(withValue(en, ['landing', 'cases', 'stories'], stories), answer, '');
  const both = withValue(withValue(inTwo, ['de'], fewer), ['en', ...answer], 'It depends.');
  expect(faultsIn(withValue(both, ['provider', 'provider', 'storagePeriod'], '6 months'))).toEqual([
    "content/provider.ts: provider › storagePeriod is not in every language. Write { en: '…', de: '…' }.",
    `content/de/landing.ts: cases › stories has ${stories.length} entries, and ${landing.cases.stories.length} in the first language.`,
    'content/de/landing.ts: questions › entries › no. 1 › answer is empty, and not in the first language.',
  ]);
});

test('a detail of the provider that lacks a language is told by name', () => {
  const title = { en: 'Your contact' };
  expect(faultsIn(withValue(inTwo, ['provider', 'provider', 'contact', 'title'], title))).toEqual([
    "content/provider.ts: provider › contact › title is not in every language. Write { en: '…', de: '…' }.",
  ]);
});

test('a question may wait for its answer', () => {
  const empty = withValue(shipped, ['en', 'landing', 'questions', 'entries', '0', 'answer'], '');
  expect(faultsIn(empty)).toEqual([]);
});

const icons = drawingNames('icons').join(', ');
const { drivers, processing } = landing.architecture;
const unfit = `must have one record for each of the ${drivers.names.length} drivers, in the order of their names, each with one value for each of the ${processing.parts.length} parts of processing.`;
const noPicture = (name: string, ...drawings: string[]) =>
  `is '${name}', which is no picture in content/. Put a .svg, .png, .jpg, .webp or .avif there, and write its name with the same capitals.${drawings.length > 0 ? ` Drawings: ${drawings.join(', ')}.` : ''}`;

test.each<[place: string, value: unknown, ...sentences: string[]]>([
  ['en.landing.join.title', undefined, 'is missing. Write it.'],
  ['en.landing.join.offers.2.icon', undefined, `is missing. There are: ${icons}.`],
  ['en.messages.controls.skip', ' ', 'is empty. Write it.'],
  ['en.records.records.samples', records.records.samples.slice(1), unfit],
  [
    'en.records.records.samples',
    records.records.samples.map((sample) => ({ ...sample, shares: ['€1', '2 kg'] })),
    unfit,
  ],
  [
    'en.landing.cases.stories.1.title',
    'a'.repeat(58),
    'has 58 letters; there is room for 32. Shorten it.',
  ],
  [
    'provider.provider.storagePeriod',
    'as long as it takes us to answer every question',
    'has 47 letters; there is room for 40. Shorten it.',
  ],
  ['en.landing.hero.title', '', 'is empty. Write it.'],
  [
    'en.landing.hero.title',
    'Turn Wertschöpfungsketten into',
    "has the word 'Wertschöpfungsketten'; a small screen holds 11 letters. Part it with \\u00AD.",
  ],
  [
    'en.share.share',
    { ...share.share, hint: 'Please' },
    'has hint, which nothing shows. Take it out.',
  ],
  ['brand.brand.subBrand', 'Лодемарк', "has the character 'Л', which the typefaces lack."],
  [
    'en.landing.solution.claims.0.icon',
    'factry',
    `is 'factry', which there is not. There are: ${icons}.`,
  ],
  [
    'en.navigation.sections.2.id',
    'team',
    `is 'team', which there is not. There are: ${sectionIds.join(', ')}.`,
  ],
  [
    'en.navigation.sections',
    [{ id: 'join', name: 'Join' }],
    "has no 'solution', where the first button leads.",
  ],
  [
    'en.landing.hero.figures',
    Array(6).fill({ figure: '1', label: 'one' }),
    'has too many entries: there is room for 5.',
  ],
  [
    'colours.colours.light.inkSoft',
    '#888888',
    'is too weak on paper: 3.1:1, and 7:1 is needed. #505050 is near and passes.',
    'is too weak on sheet: 3.3:1, and 7:1 is needed. #505050 is near and passes.',
  ],
  ['colours.colours.light.tint', 'green', 'is no colour. Write # and six digits.'],
  [
    'en.records.records.mark',
    'Record {firm}',
    'says {firm}, which nothing fills in. Known: number.',
  ],
  [
    'en.legal.legal.disclaimer',
    'Figures of [[your firm]]',
    'has [[, the mark of a placeholder. Write what belongs there.',
  ],
  ['provider.provider.contact.picture', 'nobody.jpg', noPicture('nobody.jpg')],
  ['brand.brand.logo', '../docs/pictures/icons.png', noPicture('../docs/pictures/icons.png')],
  ['brand.brand.logo', 'brand.ts', noPicture('brand.ts')],
  [
    'en.landing.cases.stories.1.picture',
    'nobody.jpg',
    noPicture('nobody.jpg', ...drawingNames('vignettes')),
  ],
  ['en.landing.cases.stories.1.alt', '', 'is empty. Write it.'],
  ['provider.provider.contact.phone', 'call Anna', 'is no phone number.'],
  ['brand.brand.languages.0', 'german', 'is no language. Write a code: en, de, pt-BR …'],
])('%s cannot be %j, which is said in plain words', (place, value, ...sentences) => {
  const [file, ...path] = place.replace(/^en\./, 'en/').split('.');
  const where = path.map((part) => (/^\d/.test(part) ? `no. ${Number(part) + 1}` : part));
  expect(faultsIn(withValue(shipped, place.split('.'), value))).toEqual(
    sentences.map((sentence) => `content/${file}.ts: ${where.join(' › ')} ${sentence}`),
  );
});

test('a picture over 300 KB is a warning, a smaller one is none', () => {
  const warnings = (picture: string) => {
    const place = ['provider', 'provider', 'contact', 'picture'];
    const content = withValue(files, place, `../docs/pictures/${picture}`);
    return warningsOn(Object(content)).filter((warning) => warning.includes(picture));
  };
  expect(warnings('landing-1440.png')).toHaveLength(1);
  expect(warnings('first-view-1440.png')).toEqual([]);
});

/** A copy of the data with this value at the path; undefined: without what is there. */
function withValue(data: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '') return value;
  const copy: Record<string, unknown> = Object(
    Array.isArray(data) ? [...data] : { ...Object(data) },
  );
  copy[name] = withValue(copy[name], rest, value);
  if (copy[name] === undefined) delete copy[name];
  return copy;
}
