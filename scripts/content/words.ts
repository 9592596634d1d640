import { partOf } from '../vite/font-faces.ts';
import { lists, type Place, places } from './places.ts';

/** The files of content/ as they were read, by their names without the ending. */
export type Content = Readonly<Record<string, unknown>>;

/** The letters of the navigation's size that the header of 896 px holds; one of the brand counts for two. */
const headerRoom = 88;

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** What is missing, empty, too long for its place or in letters that the typefaces lack; a sentence each. */
export function wrongWords(content: Content): string[] {
  return [
    ...lists.flatMap((list) => wrongCount(content, list)),
    ...places.flatMap((place) =>
      find(content[place.file], place.path).flatMap(({ text, nth }) => {
        const name = place.name.replace('{nth}', ordinals[nth] ?? `${nth + 1}th`);
        return wrongText(place, text).map((fault) => `content/${place.file}.ts: ${name} ${fault}`);
      }),
    ),
    ...wrongTogether(content),
  ];
}

function wrongText({ letters: most, word: longest }: Place, text: unknown): string[] {
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
  const foreign = [...text].find((letter) => letter !== '\n' && partOf(letter) === undefined);
  if (foreign !== undefined)
    faults.push(`has the character ‘${foreign}’, which the site’s typefaces do not have.`);
  return faults;
}

/** Letters as a reader counts them, an accent with its letter; a soft hyphen is none. */
function lettersIn(text: string): number {
  return [...new Intl.Segmenter().segment(text.replaceAll('\u00AD', ''))].length;
}

function wrongCount(content: Content, list: (typeof lists)[number]): string[] {
  const { file, path, name, least, most } = list;
  const [found] = find(content[file], path);
  if (!Array.isArray(found?.text)) return [`content/${file}.ts: ${name} are missing.`];
  const count = found.text.length;
  if (count >= least && count <= most) return [];
  return [`content/${file}.ts: ${name} are ${count}; there is room for ${least} to ${most}.`];
}

/** What share a line: the header of a tablet, and a page's title with the name. */
function wrongTogether(content: Content): string[] {
  const all = (file: string, path: string) =>
    find(content[file], path)
      .map(({ text }) => lettersIn(String(text)))
      .reduce((sum, count) => sum + count, 0);
  const name = all('brand', 'brand.name');
  const faults: string[] = [];
  const names = all('navigation', 'sections.*.name');
  if (names + 2 * name > headerRoom)
    faults.push(
      `content/navigation.ts: the names together have ${names} letters; beside the brand the header holds ${headerRoom - 2 * name}. Shorten some.`,
    );
  const [header, foot] = [
    find(content.messages, 'controls.sections')[0]?.text,
    find(content.landing, 'footer.quickLinks')[0]?.text,
  ];
  if (header === foot)
    faults.push(
      `content/landing.ts: the title of the quick links is ‘${foot}’, as the header’s navigation is called in content/messages.ts. Somebody who hears the page cannot tell them apart: choose another.`,
    );
  for (const page of ['landing', 'book']) {
    const title = all('messages', `pageTitles.${page}.title`) + ' · '.length + name;
    if (title > 65)
      faults.push(
        `content/messages.ts: the title of the ${page} page and the brand have ${title} letters; search engines show 65. Shorten the title.`,
      );
  }
  return faults;
}

/** What stands at a path, with the number of its last list entry. Undefined text where nothing does. */
function find(data: unknown, path: string, nth = 0): { text: unknown; nth: number }[] {
  const [name = '', ...rest] = path.split('.');
  if (path === '') return [{ text: data, nth }];
  if (name === '*')
    return Array.isArray(data)
      ? data.flatMap((entry, index) => find(entry, rest.join('.'), index))
      : [];
  const inner = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return inner === undefined ? [{ text: undefined, nth }] : find(inner, rest.join('.'), nth);
}
