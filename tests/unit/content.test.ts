import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { places } from '../../scripts/content/places.ts';
import { copyTree } from '../support/copied-tree.ts';

const folder = copyTree();
afterAll(() => rmSync(folder, { recursive: true }));

test('the shipped content passes, and what is not filled in is told by name and file', () => {
  const { status, lines } = check();
  expect(status).toBe(0);
  expect(lines).toEqual([
    expect.stringContaining(
      'content/legal.ts still holds the placeholders [[Legal name]], [[street and town]]',
    ),
    expect.stringContaining('content/brand.ts still has the mail address hello@'),
  ]);
});

test('every text of the content has a place with a name and a limit', async () => {
  const chosen = /\.(id|icon|picture)$|^colours\./;
  const known = new Set(places.map(({ file, path }) => `${file}: ${path}`));
  const files = readdirSync(join(folder, 'content'));
  expect(files.length).toBeGreaterThan(7);
  for (const name of files) {
    const file = name.slice(0, -'.ts'.length);
    for (const path of pathsIn(await import(join(folder, 'content', name)))) {
      if (!chosen.test(path)) expect(known).toContain(`${file}: ${path}`);
    }
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
    "content/share.ts: there is no way to share 'mastodon'. There are: email, whatsapp, sms, instagram, twitter, linkedin, facebook.",
  ],
  [
    'a navigation that leads nowhere',
    'navigation',
    "id: 'cases'",
    "id: 'team'",
    "content/navigation.ts: there is no section 'team'. There are: solution, architecture, cases, revenue, security, join.",
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
    'content/mail.ts: mail.subject says {firm}, which nothing fills in. It can say {name} and {company_name}.',
  ],
  [
    'an apostrophe that ends the words',
    'share',
    "title: 'Share this page'",
    "title: 'Share the company's page'",
    "content/share.ts cannot be read: a quotation mark, a comma or a bracket is missing or too many near line 4. In words write ’ and not '.",
  ],
])('%s is told in plain words', (_what, file, before, after, sentence) => {
  const path = join(folder, 'content', `${file}.ts`);
  const shipped = readFileSync(path, 'utf8');
  expect(shipped).toContain(before);
  writeFileSync(path, shipped.replace(before, after));
  const { status, lines } = check();
  writeFileSync(path, shipped);
  expect(lines).toContain(sentence);
  expect(status).toBe(1);
});

/** Where each text stands, with `*` for each entry of a list. */
function pathsIn(data: object, path = ''): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const at = [path, Array.isArray(data) ? '*' : name].filter(Boolean).join('.');
    return typeof value === 'object' ? pathsIn(value, at) : [at];
  });
}

function check() {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/content/check-content.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}
