import { createContext, useContext } from 'react';
import { provider as details } from '../content/provider.ts';
import type { ShareOption } from './share-actions.ts';
import type { LocalSite } from './site.ts';

type Files = typeof import('../content/en/demonstrations.ts') &
  typeof import('../content/en/landing.ts') &
  typeof import('../content/en/legal.ts') &
  typeof import('../content/en/messages.ts') &
  typeof import('../content/en/navigation.ts') &
  typeof import('../content/en/records.ts') &
  typeof import('../content/en/share.ts');

/** The type of the same texts in other words: any text replaces a text, and lists have any length. */
export type Wording<Texts> = Texts extends string
  ? string
  : Texts extends readonly (infer Entry)[]
    ? readonly Wording<Entry>[]
    : { readonly [Name in keyof Texts]: Wording<Texts[Name]> };

/** The texts of content/en/landing.ts that are no section, and so are in no menu and no order. */
export const fixedParts = ['hero', 'questions', 'footer'] as const;

/** A section of the landing page; content/en/navigation.ts says which are shown, and in what order. */
export type SectionId = Exclude<
  keyof typeof import('../content/en/landing.ts'),
  (typeof fixedParts)[number]
>;

/** A page of the provider's own, at the path and below the language's. */
export interface LegalDocument {
  path: string;
  title: string;
  /** `when`: 'inbox' is shown only if the provider has an inbox, 'counts' only where our server counts loads. */
  points: readonly { term: string; text: string; when?: string }[];
}

/** The texts of all pages in one language, as the files of content/en/ give them. */
export type Texts = Omit<Wording<Files>, 'legal' | 'sections' | 'share'> & {
  legal: Omit<Wording<Files['legal']>, 'documents'> & { documents: readonly LegalDocument[] };
  sections: readonly { id: SectionId; name: string }[];
  share: Omit<Wording<Files['share']>, 'options'> & {
    options: readonly { id: ShareOption; name: string }[];
  };
};

/** The copy of a page: its texts, their language, and where the pages in this language are. */
export interface Copy extends Texts {
  language: string;
  paths: LocalSite['paths'];
  /** The path of a page, which is named by what follows the language in it: '', `book` or `terms`. */
  pathOf(page: string): string;
}

/** The files of a language among those of all, by their paths. */
export function filesOf<File>(files: Readonly<Record<string, File>>, language: string): File[] {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  return own.map(([, file]) => file);
}

/**
 * The copy in a language, whose landing page is served at the path `home`. Its files, each as an object
 * of its exports, in any order.
 */
export function copyOf(language: string, files: readonly object[], home: string): Copy {
  const texts: Texts = Object.assign({}, ...files);
  const pathOf = (page: string) => (page === '' ? home : `${home === '/' ? '' : home}/${page}`);
  return { ...texts, language, paths: { home, book: pathOf('book') }, pathOf };
}

/** What tabs, search results and shared links say of each page. */
export function pageTitles({ hero, bookingForm }: Pick<Copy, 'hero' | 'bookingForm'>) {
  return {
    home: { title: hero.pageTitle, description: inOneLine(hero.summary) },
    book: { title: bookingForm.pageTitle, description: inOneLine(bookingForm.lede) },
  };
}

/**
 * How a headline of this length is set in the first view: the class of its size, and how many letters
 * of one word a window of 320 px holds in it.
 */
export function headlineSize({ title, titleAccent }: { title: string; titleAccent: string }) {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}

/** The headline as one line. */
export const headlineOf = ({ hero }: Pick<Copy, 'hero'>) =>
  inOneLine(`${hero.title} ${hero.titleAccent}`);

/** A soft hyphen is for a narrow screen. */
const inOneLine = (text: string) => text.replaceAll('\u00AD', '');

/** The same in every language, or by the language's code. */
type Text = string | Readonly<Record<string, string>>;

export const CopyContext = createContext<Copy | undefined>(undefined);

/** The copy of the page that the component is on. Throws outside of a page. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error('This component is not on a page');
  return copy;
}

/** What the lists of content/provider.ts hold, which are empty as they ship. */
interface Lists {
  credentials: readonly Record<'name' | 'issuer' | 'number' | 'link', Text>[];
  references: readonly Record<'text' | 'from', Text>[];
}

/** Whether no provider has put a name to the site: search engines are then asked to leave it out. */
export const isSample = details.legalName === '';

const provider: Omit<typeof details, keyof Lists> & Lists = details;

/** What the provider has filled in, in the language of the page. */
export function useProvider() {
  const { language } = useCopy();
  const inLanguage = (text: Text) => (typeof text === 'string' ? text : (text[language] ?? ''));
  const translated = <Name extends string>(texts: Readonly<Record<Name, Text>>) =>
    mapValues(texts, inLanguage);
  const { contact, call, levels, credentials, references, ...others } = provider;
  return {
    ...translated(others),
    contact: translated(contact),
    call: translated(call),
    levels: levels.map(inLanguage),
    credentials: credentials.map(translated),
    references: references.map(translated),
  };
}

/** The record with each value mapped. */
export function mapValues<Name extends string, Value, Mapped>(
  record: Readonly<Record<Name, Value>>,
  map: (value: Value) => Mapped,
): Record<Name, Mapped> {
  const entries = Object.entries<Value>(record).map(([name, value]) => [name, map(value)]);
  // The type of `fromEntries` forgets the names.
  return Object.fromEntries(entries) as Record<Name, Mapped>;
}

/** The text with these values in place of their names in braces. A name that has no value stays as it is. */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** The same, without the sentences that name an empty value. `language` is that of the text. */
export function withoutEmpty(
  text: string,
  values: Readonly<Record<string, string>>,
  language: string,
): string {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  const isWhole = (sentence: string) =>
    Object.entries(values).every(([name, value]) => value || !sentence.includes(`{${name}}`));
  const whole = Array.from(sentences, ({ segment }) => segment).filter(isWhole);
  return interpolate(whole.join(''), values).trim();
}
