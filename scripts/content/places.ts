import { landingRows } from './landing-places.ts';
import { labelRows, messageRows } from './message-places.ts';

/** A place for words on the site, and what it holds. */
export interface Place {
  /** The file in content/, without its ending. */
  file: string;
  /** Where in the file: names joined by dots, `*` for each entry of a list. */
  path: string;
  /** What a reader calls it; `{nth}` stands for first, second … */
  name: string;
  /** The most letters. */
  letters: number;
  /** The most letters of one word: a longer one is broken anywhere on a narrow screen. */
  word: number;
  /** What the site fills in there, where the words have it in braces. */
  filledIn: readonly string[];
}

/** A place in short, in the table of its file. */
export type Row = [
  path: string,
  name: string,
  letters: number,
  word: number,
  filledIn?: readonly string[],
];

/**
 * The limits were measured in Chromium at 320, 390, 768, 896, 1024 and 1440 px with German words:
 * what the narrowest of them holds in as many lines as the place bears (docs/decisions/0037).
 */
export const places: Place[] = [
  ...inFile('brand', [
    ['brand.name', 'the name', 24, 12],
    ['brand.subBrand', 'the sub-brand', 40, 34],
    ['brand.mail', 'the mail address', 60, 60],
    ['brand.initial', 'the letter of the token', 1, 1],
    ['brand.language', 'the language', 12, 12],
  ]),
  ...inFile('navigation', [
    ['sections.*.id', 'the id of the {nth} section', 40, 40],
    ['sections.*.name', 'the {nth} name', 19, 19],
  ]),
  ...inFile('share', [
    ['share.button', 'the button', 16, 16],
    ['share.title', 'the title of the menu', 60, 24],
    ['share.subject', 'the subject of the mail', 40, 40],
    ['share.newWindow', 'the note on a new window', 60, 40],
    ['share.options.*.id', 'the id of the {nth} way to share', 40, 40],
    ['share.options.*.name', 'the name of the {nth} way to share', 28, 28],
  ]),
  ...inFile('messages', messageRows),
  ...inFile('landing', landingRows),
  ...inFile('legal', [
    ['legal.provider', 'the line on the provider', 240, 40],
    ['legal.disclaimer', 'the disclaimer', 120, 40],
    ['legal.privacy.title', 'the title of the privacy notice', 40, 40],
    ['legal.privacy.points.*.term', 'the heading of the {nth} point', 80, 39],
    ['legal.privacy.points.*.text', 'the text of the {nth} point', 2000, 40, ['mail']],
  ]),
  ...inFile('mail', [
    ['mail.subject', 'the subject', 100, 60, ['name', 'company_name']],
    ['mail.heading', 'the heading', 100, 60],
    ...labelRows('mail', 24),
    ['mail.labels.created_at', 'the label of the time', 24, 24],
    ['mail.labels.id', 'the label of the number', 24, 24],
    ['mail.zone', 'the time zone', 12, 12],
    ['mail.reply', 'the note on answering', 200, 60],
    ['mail.quarantined.one', 'the line on one quarantined', 200, 60],
    ['mail.quarantined.many', 'the line on quarantined', 200, 60, ['count']],
    ['mail.sent', 'the last line', 200, 60, ['brand']],
    ['mail.test.subject', 'the subject of the test', 100, 60, ['brand']],
    ['mail.test.heading', 'the heading of the test', 100, 60],
    ['mail.test.text', 'the text of the test', 300, 60, ['brand']],
  ]),
];

function inFile(file: string, rows: Row[]): Place[] {
  return rows.map(([path, name, letters, word, filledIn = []]) => ({
    file,
    path,
    name,
    letters,
    word,
    filledIn,
  }));
}
