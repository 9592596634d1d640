import { shippedTexts } from '../../server/config/shipped-offer.ts';
import { partOf } from '../vite/font-faces.ts';
import { find } from './find.ts';
import { type Place, places } from './places.ts';
import type { Content } from './read-content.ts';

/** The letters of the navigation's size that the header of 896 px holds; one of the brand counts for two. */
const headerRoom = 88;

const segmenter = new Intl.Segmenter();

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** What is missing, empty, too long for its place or in letters that the typefaces lack; a sentence each. */
export function wrongWords(content: Content): string[] {
  return [
    ...places.flatMap((place) =>
      find(content[place.file], place.path).flatMap(({ found, nth }) =>
        wrongText(place, found).map((fault) => `${nameOf(place, nth)} ${fault}`),
      ),
    ),
    ...wrongTogether(content),
  ];
}

/** The words that are still those of the site as it ships, a sentence each. */
export function shippedWords(content: Content): string[] {
  const left = shippedTexts(content);
  return places.flatMap((place) =>
    left
      .filter(({ file, path }) => file === place.file && general(path) === place.path)
      .map(({ path, text }) => {
        const nth = Number(/\.(\d+)/.exec(path)?.[1] ?? 0);
        const quoted = text.length > 60 ? text.slice(0, 50).replace(/\S*$/, '…') : text;
        return `${nameOf(place, nth)}: still as it ships, ‘${quoted}’`;
      }),
  );
}

/** The path with `*` for the number of an entry. */
function general(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/, '.*');
}

function nameOf({ file, name }: Place, nth: number): string {
  return `content/${file}.ts: ${name.replace('{nth}', ordinals[nth] ?? `${nth + 1}th`)}`;
}

function wrongText({ letters: most, word: longest, filledIn }: Place, text: unknown): string[] {
  if (text === undefined) return ['is missing. Write it, between quotation marks.'];
  if (typeof text !== 'string') return ['is not between quotation marks.'];
  if (text.trim() === '') return ['is empty. Write it.'];
  const faults: string[] = [];
  const length = lettersIn(text);
  if (length > most) faults.push(`has ${length} letters; its place holds ${most}. Shorten it.`);
  const parts = text.split(/[\s\u00AD\u2010\u2013\u2014/-]+/);
  const word = parts.find((part) => lettersIn(part) > longest);
  if (word !== undefined && length <= most)
    faults.push(
      `has the word ‘${word}’ of ${lettersIn(word)} letters; a line on a small screen holds ${longest}. Use a shorter one, or write \\u00AD where it may be parted.`,
    );
  const foreign = [...new Set(text)].find(
    (letter) => letter !== '\n' && partOf(letter) === undefined,
  );
  if (foreign !== undefined)
    faults.push(`has the character ‘${foreign}’, which the site’s typefaces do not have.`);
  return [...faults, ...wrongBraces(text, filledIn)];
}

function wrongBraces(text: string, filledIn: readonly string[]): string[] {
  const known = filledIn.map((name) => `{${name}}`);
  const can = known.length > 0 ? ` It can say ${known.join(' and ')}.` : '';
  return (text.match(/\{[^{}]*\}/g) ?? [])
    .filter((braces) => !known.includes(braces))
    .map((braces) => `says ${braces}, which nothing fills in.${can}`);
}

/** Letters as a reader counts them, an accent with its letter; a soft hyphen is none. */
function lettersIn(text: string): number {
  return [...segmenter.segment(text.replaceAll('\u00AD', ''))].length;
}

/** What share a line: the header of a tablet, and a page's title with the name. */
function wrongTogether(content: Content): string[] {
  const all = (file: string, path: string) =>
    find(content[file], path)
      .map(({ found }) => lettersIn(String(found)))
      .reduce((sum, count) => sum + count, 0);
  const name = all('brand', 'brand.name');
  const faults: string[] = [];
  const names = all('navigation', 'sections.*.name');
  if (names + 2 * name > headerRoom)
    faults.push(
      `content/navigation.ts: the names together have ${names} letters; beside the brand the header holds ${headerRoom - 2 * name}. Shorten some.`,
    );
  const [header, foot] = [
    find(content.messages, 'controls.sections')[0]?.found,
    find(content.landing, 'footer.quickLinks')[0]?.found,
  ];
  if (header === foot)
    faults.push(
      `content/landing.ts: the title of the quick links is ‘${foot}’, as the header’s navigation is called in content/messages.ts. Somebody who hears the page cannot tell them apart: choose another.`,
    );
  const title =
    all('landing', 'hero.title') +
    all('landing', 'hero.titleAccent') +
    ' '.length +
    ' · '.length +
    name;
  if (title > 65)
    faults.push(
      `content/landing.ts: the headline and the brand have ${title} letters, and are the title of the page; search engines show 65. Shorten the headline.`,
    );
  return faults;
}
