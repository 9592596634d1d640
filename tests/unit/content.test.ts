import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { records } from '../../content/en/demonstrations.ts';
import * as landing from '../../content/en/landing.ts';
import { share } from '../../content/en/messages.ts';
import { faultsIn, warningsOn } from '../../scripts/content/check.ts';
import { languageFiles, sharedFiles } from '../../scripts/content/schema.ts';
import { coloursFrom } from '../../site/colours.ts';
import { withoutEmpty } from '../../site/copy.ts';
import { copyProgramInto } from '../support/copied-program.ts';
import { temporaryFolder } from '../support/database.ts';

const en: Record<string, unknown> = {};
const files: Record<string, unknown> = { en };
for (const name in languageFiles) en[name] = await import(`../../content/en/${name}.ts`);
for (const name in sharedFiles([])) files[name] = await import(`../../content/${name}.ts`);
const languages = ['brand', 'brand', 'languages'];
const shipped = withValue(files, languages, ['en']);
const inTwo = withValue(withValue(files, languages, ['en', 'de']), ['de'], en);

test('the shipped content is valid', () => {
  expect(faultsIn(shipped)).toEqual([]);
});

test('a sentence that names an empty detail is left out, the one before it stays', () => {
  const text = 'A call. It is free. {call}.';
  expect(withoutEmpty(text, { call: '' }, 'en')).toBe('A call. It is free.');
  expect(withoutEmpty(text, { call: 'half an hour' }, 'en')).toBe(
    'A call. It is free. half an hour.',
  );
});

test('a detail of the provider has one text, or one for every language', () => {
  const place = ['provider', 'provider', 'contact', 'title'];
  expect(faultsIn(withValue(inTwo, place, 'Your contact'))).toEqual([]);
  expect(faultsIn(withValue(inTwo, place, { en: 'Your contact', de: 'Ihr Kontakt' }))).toEqual([]);
  expect(faultsIn(withValue(inTwo, place, { en: 'Your contact' }))).toEqual([
    expect.stringContaining('content/provider.ts: provider.contact.title: '),
  ]);
});

test('lists all errors at once', () => {
  const places = [
    ['brand', 'brand', 'mail'],
    ['de', 'landing', 'hero', 'title'],
    ['en', 'landing', 'join', 'title'],
    ['en', 'messages', 'controls', 'skip'],
  ];
  const sections = ['en', 'landing', 'sections'];
  const unordered = withValue(inTwo, sections, [{ id: 'join', name: 'Join' }]);
  const faulty = places.reduce((content, place) => withValue(content, place, ''), unordered);
  for (const place of ['brand.mail', 'hero.title', 'join.title', 'controls.skip', 'sections'])
    expect(faultsIn(faulty).join('\n')).toContain(`: ${place}: `);
});

const { title } = landing.cases.stories[1] ?? {};
const { names } = landing.architecture.drivers;
const { parts } = landing.architecture.processing;

test.each<[place: string, value: unknown, ...said: string[]]>([
  ['en.landing.join.title', undefined, 'string'],
  ['en.landing.join.offers.2.icon', undefined, 'vault'],
  // Only a control uses this icon.
  ['en.landing.solution.claims.0.icon', 'arrow-down', 'factory'],
  ['en.messages.controls.skip', ' ', 'empty'],
  ['en.demonstrations.records.samples', records.samples.slice(1), `${names.length} records`],
  [
    'en.demonstrations.records.samples',
    records.samples.map((sample) => ({ ...sample, shares: ['€1', '2 kg'] })),
    `${parts.length} values`,
  ],
  ['en.landing.cases.stories.1.title', `${title}${'a'.repeat(58)}`, '32'],
  ['provider.provider.storagePeriod', 'as long as it takes us to answer every question', '40'],
  ['en.landing.hero.title', 'Turn Wertschöpfungsketten into', "'Wertschöpfungsketten'"],
  ['en.messages.share', { ...share, hint: 'Please' }, 'hint'],
  ['brand.brand.subBrand', 'Лодемарк', 'Л'],
  ['en.landing.sections.2.id', 'team', 'architecture'],
  ['en.landing.sections', [{ id: 'join', name: 'Join' }], "'solution'"],
  ['en.landing.hero.figures', Array(6).fill({ figure: '1', label: 'one' }), '5'],
  // The error names a similar shade that passes.
  ['colours.colours.tint', '#888888', '#505050'],
  ['colours.colours.accent', '#e8c547', '#'],
  ['en.demonstrations.records.mark', 'Record {firm}', '{firm}'],
  ['provider.provider.contact.picture', 'nobody.jpg', 'nobody.jpg'],
  ['brand.brand.logo', '../docs/pictures/icons.png', 'icons.png'],
  ['provider.provider.contact.phone', 'call Anna', 'phone'],
  ['brand.brand.languages.0', 'german', 'language'],
])('names the place and the cause where %s is %j', (place, value, ...said) => {
  const [file, ...path] = place.replace(/^en\./, 'en/').split('.');
  const where = path.join('.').replace(/\.(\d+)/g, '[$1]');
  const faults = faultsIn(withValue(shipped, place.split('.'), value));
  expect(faults).toHaveLength(said.length);
  for (const [index, fault] of faults.entries()) {
    expect(fault).toMatch(new RegExp(`^content/${RegExp.escape(`${file}.ts: ${where}: `)}`));
    expect(fault).toContain(said[index]);
  }
});

test.each([
  ['#205946', '#8d320b'],
  ['#1c2f80', '#a07d10'],
  ['#3f3f00', '#b0008f'],
])('valid colours, %s and %s, give themes with enough contrast', (tint, accent) => {
  expect(faultsIn(withValue(shipped, ['colours', 'colours'], { tint, accent }))).toEqual([]);
  for (const theme of Object.values(coloursFrom({ tint, accent })))
    for (const ground of [theme.paper, theme.sheet]) {
      for (const words of [theme.ink, theme.inkSoft, theme.accent])
        expect(wcagContrast(words, ground), words).toBeGreaterThanOrEqual(7);
      expect(wcagContrast(theme.tint, theme.paper)).toBeGreaterThanOrEqual(7);
      expect(wcagContrast(theme.ornament, ground)).toBeGreaterThanOrEqual(3);
    }
});

test('only a picture over 300 KB gives a warning', () => {
  const warnings = (picture: string) =>
    warningsOn(
      withValue(
        files,
        ['provider', 'provider', 'contact', 'picture'],
        `../docs/pictures/${picture}`,
      ),
    );
  expect(warnings('landing-1440.png')).toEqual([expect.stringContaining('landing-1440.png')]);
  expect(warnings('first-view-1440.png')).toEqual([]);
});

test('a misplaced quotation mark gets a clear error from the check, the build and the commands', async () => {
  const name = 'brand.ts';
  const folder = await temporaryFolder();
  copyProgramInto(folder, { more: ['scripts', 'site'] });
  const file = join(folder, 'content', name);
  writeFileSync(file, `${readFileSync(file)}export const more = 'Rita d'Almeida';\n`);
  const line = readFileSync(file, 'utf8').trim().split('\n').length;
  for (const command of [
    'node scripts/check.ts content',
    'node scripts/setup.mjs --build',
    'sh lodemark list',
  ]) {
    const { status, stdout, stderr } = spawnSync(command, { cwd: folder, shell: true });
    expect(status).toBe(1);
    expect(`${stdout}${stderr}`).toContain(`content/${name} cannot be read, on line ${line} `);
    expect(`${stdout}${stderr}`).not.toContain('    at ');
  }
});

/** A copy of the data with this value at the path. Undefined removes the path. */
function withValue(data: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '') return value;
  const copy: Record<string, unknown> = Object(
    Array.isArray(data) ? [...data] : { ...Object(data) },
  );
  copy[name] = withValue(copy[name], rest, value);
  if (copy[name] === undefined) delete copy[name];
  return copy;
}
