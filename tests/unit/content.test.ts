import { expect, test } from 'vitest';
import * as brand from '../../content/brand.ts';
import * as colours from '../../content/colours.ts';
import * as landing from '../../content/landing.ts';
import * as legal from '../../content/legal.ts';
import * as mail from '../../content/mail.ts';
import * as messages from '../../content/messages.ts';
import * as navigation from '../../content/navigation.ts';
import * as provider from '../../content/provider.ts';
import * as share from '../../content/share.ts';
import { faultsIn } from '../../scripts/content/check.ts';
import { sectionIds } from '../../site/choices.ts';

const shipped = { brand, colours, landing, legal, mail, messages, navigation, provider, share };

test('the content that ships is right', () => {
  expect(faultsIn(shipped)).toEqual([]);
});

test.each<[what: string, place: string, value: unknown, ...sentences: string[]]>([
  [
    'a text that is too long',
    'landing.cases.stories.1.title',
    'The bakery in the old harbour street, and all of its bread',
    'content/landing.ts: cases › stories › no. 2 › title has 58 letters; there is room for 32. Shorten it.',
  ],
  [
    'a word that is too long for a small screen',
    'landing.hero.title',
    'Turn Wertschöpfungsketten into',
    "content/landing.ts: hero › title has the word 'Wertschöpfungsketten'; a small screen holds 11 letters. Part it with \\u00AD.",
  ],
  [
    'a text that is missing',
    'landing.join.title',
    undefined,
    'content/landing.ts: join › title is missing. Write it.',
  ],
  [
    'an icon that is missing',
    'landing.join.offers.2.icon',
    undefined,
    'content/landing.ts: join › offers › no. 3 › icon is missing. Write it.',
  ],
  [
    'an empty text',
    'messages.controls.skip',
    ' ',
    'content/messages.ts: controls › skip is empty. Write it.',
  ],
  [
    'a text that nothing shows',
    'share.share.hint',
    'Please',
    'content/share.ts: share has hint, which nothing shows. Take it out.',
  ],
  [
    'a letter that no typeface has',
    'brand.brand.subBrand',
    'Лодемарк',
    "content/brand.ts: brand › subBrand has the character 'Л', which the typefaces lack.",
  ],
  [
    'an unknown icon',
    'landing.solution.claims.0.icon',
    'factry',
    "content/landing.ts: solution › claims › no. 1 › icon is 'factry', which is no icon. Write one of https://lucide.dev/icons, such as 'factory'.",
  ],
  [
    'an unknown section',
    'navigation.sections.2.id',
    'team',
    `content/navigation.ts: sections › no. 3 › id is 'team', which there is not. There are: ${sectionIds.join(', ')}.`,
  ],
  [
    'a way to share twice',
    'share.share.options.1.id',
    share.share.options[0].id,
    `content/share.ts: share › options has '${share.share.options[0].id}' twice. Take one out.`,
  ],
  [
    'a navigation without the section of the first button',
    'navigation.sections',
    [{ id: 'join', name: 'Join' }],
    "content/navigation.ts: sections has no 'solution', where the first button leads.",
  ],
  [
    'too many entries',
    'landing.hero.figures',
    Array(6).fill({ figure: '1', label: 'one' }),
    'content/landing.ts: hero › figures has too many entries: there is room for 5.',
  ],
  [
    'a colour that cannot be read',
    'colours.colours.light.inkSoft',
    '#888888',
    'content/colours.ts: colours › light › inkSoft is too weak on paper: 3.1:1, and 7:1 is needed. Make it darker.',
    'content/colours.ts: colours › light › inkSoft is too weak on sheet: 3.3:1, and 7:1 is needed. Make it darker.',
  ],
  [
    'a colour that is none',
    'colours.colours.light.tint',
    'green',
    'content/colours.ts: colours › light › tint is no colour. Write # and six digits.',
  ],
  [
    'braces that nothing fills in',
    'mail.mail.subject',
    'Call from {firm}',
    'content/mail.ts: mail › subject says {firm}, which nothing fills in. Known: name, company_name.',
  ],
  [
    'a placeholder',
    'legal.legal.disclaimer',
    'Figures of [[your firm]]',
    'content/legal.ts: legal › disclaimer has [[, the mark of a placeholder. Write what belongs there.',
  ],
  [
    'a picture that is not there',
    'provider.provider.contact.picture',
    'nobody.jpg',
    'content/provider.ts: provider › contact › picture is no .jpg, .png, .webp or .avif file in content/.',
  ],
  [
    'a picture from elsewhere',
    'provider.provider.contact.picture',
    '../docs/pictures/book-390.png',
    'content/provider.ts: provider › contact › picture is no .jpg, .png, .webp or .avif file in content/.',
  ],
  [
    'a phone number with words',
    'provider.provider.contact.phone',
    'call Anna',
    'content/provider.ts: provider › contact › phone is no phone number.',
  ],
  [
    'a detail that is filled in with too much',
    'provider.provider.storagePeriod',
    'as long as it takes us to answer every question',
    'content/provider.ts: provider › storagePeriod has 47 letters; there is room for 40. Shorten it.',
  ],
  [
    'a language that there is not',
    'brand.brand.language',
    'german',
    'content/brand.ts: brand › language is no language. Write a code: en, de, pt-BR …',
  ],
])('%s is reported in plain words', (_what, place, value, ...sentences) => {
  expect(faultsIn(withValue(shipped, place.split('.'), value))).toEqual(sentences);
});

/** A copy of the data with this value at the path. */
function withValue(data: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '') return value;
  const copy: Record<string, unknown> = Object(
    Array.isArray(data) ? [...data] : { ...Object(data) },
  );
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}
