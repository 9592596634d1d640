import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent, contentTexts } from '../../scripts/content/check-content.ts';
import { places } from '../../scripts/content/places.ts';
import { readContent } from '../../scripts/content/read-content.ts';
import { fingerprints, shippedFingerprints } from '../../server/config/shipped-offer.ts';
import { sectionIds } from '../../site/choices.ts';
import { shareActions } from '../../site/share-actions.ts';

const shipped = contentTexts();

test('the check says by name and file what is not filled in yet, and guesses a part that is none', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/check.ts', 'content', 'contnet'],
    { cwd: resolve(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    'ok  content',
    expect.stringMatching(
      /^Not filled in yet: content\/legal.ts still holds the placeholders \[\[Legal name\]\], /,
    ),
    expect.stringMatching(
      /^Not filled in yet: content\/brand.ts still has the mail address hello@/,
    ),
    'Not filled in yet: content/brand.ts: the name: still as it ships, ‘Lodemark’.',
    expect.stringMatching(
      /^There is no check 'contnet'. Did you mean 'content'\? There are: content, /,
    ),
  ]);
  expect(status).toBe(1);
});

test('once the name is another, each text of the shipped offer that the site still shows is told', async () => {
  const brand = shipped.brand?.replaceAll('Lodemark', 'Acme') ?? '';
  const landing = shipped.landing?.replace('Turn industry data into', 'Ploughs for') ?? '';
  const navigation = shipped.navigation?.replace(/.*'revenue'.*\n/, '') ?? '';
  const { faults, left } = await checkContent({ ...shipped, brand, landing, navigation });
  expect(faults).toEqual([]);
  const words = left.filter((sentence) => sentence.includes('as it ships'));
  expect(words).toContain(
    'content/landing.ts: the title of the second story: still as it ships, ‘Bakery asset’',
  );
  expect(words.join('\n')).toMatch(/content\/messages.ts: the text above the form: still/);
  expect(words.join('\n')).not.toMatch(
    /Ploughs|: the headline:|button|picture|icon|‘revenue’|dial/,
  );
  expect(words.length).toBeGreaterThan(60);
});

test('the fingerprints are those of the offer that ships', async () => {
  const { content } = await readContent(shipped);
  expect(shippedFingerprints).toEqual(fingerprints(content));
});

test('every text of the content has a place with a name and a limit', async () => {
  const known = new Set(places.map(({ file, path }) => `${file}: ${path}`));
  const { content } = await readContent(shipped);
  expect(Object.keys(content).sort()).toEqual(Object.keys(shipped).sort());
  for (const [file, data] of Object.entries(content)) {
    if (file === 'colours') continue;
    for (const path of pathsIn(data)) expect(known).toContain(`${file}: ${path}`);
  }
});

test.each([
  [
    'a title that is too long',
    'landing',
    "title: 'Bakery asset'",
    "title: 'The bakery in the old harbour street, and all of its bread'",
    'content/landing.ts: the title of the second story has 58 letters; its place holds 32. Shorten it.',
  ],
  [
    'a word that is too long for a small screen',
    'landing',
    "title: 'Turn industry data into'",
    "title: 'Turn Wertschöpfungsketten into'",
    'content/landing.ts: the headline has the word ‘Wertschöpfungsketten’ of 20 letters; a line on a small screen holds 11. Use a shorter one, or write \\u00AD where it may be parted.',
  ],
  [
    'a text that is missing',
    'landing',
    "alt: 'Line engraving of a scored loaf of bread',",
    '',
    'content/landing.ts: the description of the picture of the second story is missing. Write it, between quotation marks.',
  ],
  [
    'an empty text',
    'messages',
    "skip: 'Skip to content'",
    "skip: ''",
    'content/messages.ts: the link to the content is empty. Write it.',
  ],
  [
    'a letter that no typeface has',
    'brand',
    "name: 'Lodemark'",
    "name: 'Лодемарк'",
    'content/brand.ts: the name has the character ‘Л’, which the site’s typefaces do not have.',
  ],
  [
    'an unknown icon',
    'landing',
    "icon: 'factory'",
    "icon: 'factry'",
    "content/landing.ts: there is no icon 'factry'. Did you mean 'factory'? All are shown at https://lucide.dev/icons.",
  ],
  [
    'a story without a drawing',
    'landing',
    "picture: 'boxing'",
    "picture: 'vineyard'",
    "content/landing.ts: there is no drawing 'vineyard'. There are: boxing, bakery, realEstate, rosette, knot, wheel.",
  ],
  [
    'a way to share that nobody knows',
    'share',
    "id: 'twitter'",
    "id: 'mastodon'",
    `content/share.ts: there is no way to share 'mastodon'. There are: ${Object.keys(shareActions('', '')).join(', ')}.`,
  ],
  [
    'a navigation that leads nowhere',
    'navigation',
    "id: 'cases'",
    "id: 'team'",
    `content/navigation.ts: there is no section 'team'. There are: ${sectionIds.join(', ')}.`,
  ],
  [
    'a first button that leads nowhere',
    'navigation',
    "{ id: 'solution', name: 'Solution' },",
    '',
    "content/navigation.ts: the section 'solution' is missing, and the first button leads to it.",
  ],
  [
    'names that do not fit the header together',
    'navigation',
    "'Architecture' },\n  { id: 'cases', name: 'Cases' },\n  { id: 'revenue', name: 'Revenue' }",
    "'Architecture of it' },\n  { id: 'cases', name: 'Nineteen more cases' },\n  { id: 'revenue', name: 'Revenue and markets' }",
    'content/navigation.ts: the names together have 76 letters; beside the brand the header holds 72. Shorten some.',
  ],
  [
    'a colour that cannot be read',
    'colours',
    "inkSoft: '#32443d'",
    "inkSoft: '#888888'",
    'content/colours.ts: inkSoft (#888888) on paper (#f4f0e4) of light is too weak for words: 3.1:1, and 7:1 is needed. Make inkSoft darker or paper lighter.',
    'content/colours.ts: inkSoft (#888888) on sheet (#faf7ef) of light is too weak for words: 3.3:1, and 7:1 is needed. Make inkSoft darker or sheet lighter.',
  ],
  [
    'a colour that is none',
    'colours',
    "tint: '#205946'",
    "tint: 'green'",
    'content/colours.ts: tint of light is ‘green’. Write # and six digits, such as #205946.',
  ],
  [
    'braces that nothing fills in',
    'mail',
    '{company_name}',
    '{firm}',
    'content/mail.ts: the subject says {firm}, which nothing fills in. It can say {name} and {company_name}.',
  ],
  [
    'an apostrophe that ends the words',
    'share',
    "title: 'Share this page'",
    "title: 'Share the company's page'",
    "content/share.ts cannot be read: a quotation mark, a comma or a bracket is missing or too many, on line 4 or just above it (title: 'Share the company's page',). In words write ’ and not '.",
  ],
  [
    'a lost comma',
    'brand',
    "name: 'Lodemark',",
    "name: 'Lodemark'",
    "content/brand.ts cannot be read: a quotation mark, a comma or a bracket is missing or too many, on line 4 or just above it (subBrand: 'Lodemark Labs',). In words write ’ and not '.",
  ],
  [
    'a word without quotation marks',
    'brand',
    "name: 'Lodemark'",
    'name: Lodemark',
    "content/brand.ts cannot be read: the word Lodemark, on line 3 or just above it, is not between quotation marks. Write 'Lodemark'.",
  ],
  [
    'a lost export',
    'legal',
    'export const legal',
    'const legal',
    'content/legal.ts: line 4 must begin with: export const legal =',
  ],
  [
    'a part that is gone',
    'landing',
    'export const footer',
    'export const foot',
    'content/landing.ts: the part ‘export const footer = …’ is missing.',
  ],
  [
    'an icon that is missing',
    'landing',
    "icon: 'crown',",
    '',
    'content/landing.ts: the icon of the third offer is missing. Write it, between quotation marks.',
  ],
  [
    'a drawing that is missing',
    'landing',
    "picture: 'bakery',",
    '',
    'content/landing.ts: the drawing of the second story is missing. Write it, between quotation marks.',
  ],
  [
    'an id that is missing',
    'share',
    "{ id: 'sms', name: 'SMS' }",
    "{ name: 'SMS' }",
    'content/share.ts: the id of the third way to share is missing. Write it, between quotation marks.',
  ],
  ...['german', 'xx', 'de_DE'].map((language): [string, ...string[]] => [
    `the language ${language}`,
    'brand',
    "language: 'en'",
    `language: '${language}'`,
    `content/brand.ts: ‘${language}’ is no language. Write its code, such as en, de or pt-BR.`,
  ]),
  [
    'one way to share too many',
    'share',
    "{ id: 'sms', name: 'SMS' }",
    "{ id: 'sms', name: 'SMS' },\n    { id: 'sms', name: 'Text' }",
    "content/share.ts: the way to share 'sms' is there twice.",
  ],
  [
    'a figure too many',
    'landing',
    'figures: [',
    "figures: [{ figure: '1', label: 'more' },",
    'content/landing.ts: the number of figures is 6; there is room for 5. Take some out.',
  ],
  [
    'braces in a line where no address is filled in',
    'legal',
    'Illustrative figures;',
    '{mail};',
    'content/legal.ts: the disclaimer says {mail}, which nothing fills in.',
  ],
  [
    'braces in a heading without them',
    'mail',
    "heading: 'This is a test'",
    "heading: '{brand}'",
    'content/mail.ts: the heading of the test says {brand}, which nothing fills in.',
  ],
  [
    'braces in the line on one',
    'mail',
    'One request that',
    '{count} request that',
    'content/mail.ts: the line on one quarantined says {count}, which nothing fills in.',
  ],
])('%s is told in plain words', async (_what, file, before, after, ...sentences) => {
  expect(shipped[file]).toContain(before);
  const text = shipped[file]?.replace(before, after) ?? '';
  const { faults } = await checkContent({ ...shipped, [file]: text });
  expect(faults).toEqual(sentences);
});

test('a headline that is too long for a title with the name is told in plain words', async () => {
  const brand = shipped.brand?.replace("'Lodemark'", "'Lodemark of Long\\u00ADmeadow'") ?? '';
  const landing =
    shipped.landing?.replace('Turn industry data', 'Turn all your industry data') ?? '';
  const { faults } = await checkContent({ ...shipped, brand, landing });
  expect(faults).toEqual([
    'content/landing.ts: the headline and the brand have 71 letters, and are the title of the page; search engines show 65. Shorten the headline.',
  ]);
});

/** Where each text stands, with `*` for each entry of a list. */
function pathsIn(data: unknown, path = ''): string[] {
  if (typeof data !== 'object' || data === null) return [path];
  return Object.entries(data).flatMap(([name, value]) =>
    pathsIn(value, [path, Array.isArray(data) ? '*' : name].filter(Boolean).join('.')),
  );
}
