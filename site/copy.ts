import { createContext, useContext } from 'react';
import { provider as details } from '../content/provider.ts';
import type { ShareOption } from './share-actions.ts';
import type { LocalSite } from './site.ts';

type Files = typeof import('../content/en/demonstrations.ts') &
  typeof import('../content/en/landing.ts') &
  typeof import('../content/en/legal.ts') &
  typeof import('../content/en/messages.ts');

/** The same type for other languages: literal texts become `string`, and lists have any length. */
export type Wording<Texts> = Texts extends string
  ? string
  : Texts extends readonly (infer Entry)[]
    ? readonly Wording<Entry>[]
    : { readonly [Name in keyof Texts]: Wording<Texts[Name]> };

/** The parts of content/en/landing.ts that are not sections. They are in no menu and have a fixed place. */
export const fixedParts = ['sections', 'hero', 'questions', 'footer'] as const;

/** A section of the landing page. `sections` there selects and orders them. */
export type SectionId = Exclude<
  keyof typeof import('../content/en/landing.ts'),
  (typeof fixedParts)[number]
>;

/** A page with the provider's own text, at `path` below the language's path. */
export interface LegalDocument {
  path: string;
  title: string;
  /** `when`: a point with 'inbox' needs the inbox. One with 'counts' needs our own server, which counts page loads. */
  points: readonly { term: string; text: string; when?: string }[];
}

/** The texts of all pages in one language, typed by the files of content/en/. */
export type Texts = Omit<Wording<Files>, 'legal' | 'sections' | 'share'> & {
  legal: Omit<Wording<Files['legal']>, 'documents'> & { documents: readonly LegalDocument[] };
  sections: readonly { id: SectionId; name: string }[];
  share: Omit<Wording<Files['share']>, 'options'> & {
    options: readonly { id: ShareOption; name: string }[];
  };
};

/** The texts of a language, its code, and the paths of its pages. */
export interface Copy extends Texts {
  language: string;
  paths: LocalSite['paths'];
  /** The path of a page. `page` is its path below the language: '', `book` or `terms`. */
  pathOf(page: string): string;
  /** The path of a page in each served language that has it, in order. */
  placesOf(page: string): { language: string; path: string }[];
}

/** Title and description of each page, for tabs, search results and shared links. */
export function pageTitles({ hero, bookingForm }: Pick<Copy, 'hero' | 'bookingForm'>) {
  return {
    home: { title: hero.pageTitle, description: inOneLine(hero.summary) },
    book: { title: bookingForm.pageTitle, description: inOneLine(bookingForm.lede) },
  };
}

/**
 * The class for the size of a headline of this length, and the longest word, in letters, that fits in a window
 * of 320 px.
 */
export function headlineSize({ title, titleAccent }: { title: string; titleAccent: string }) {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}

/** The headline in one line. */
export const headlineOf = ({ hero }: Pick<Copy, 'hero'>) =>
  inOneLine(`${hero.title} ${hero.titleAccent}`);

/** Soft hyphens are only for narrow screens. */
const inOneLine = (text: string) => text.replaceAll('\u00AD', '');

/** One text for all languages, or one for each language code. */
type Text = string | Readonly<Record<string, string>>;

export const CopyContext = createContext<Copy | undefined>(undefined);

/** The copy of the component's page. Throws outside a page. */
export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (!copy) throw new Error('This component is not on a page');
  return copy;
}

/** The types of the lists in content/provider.ts, which are empty at first. */
interface Lists {
  credentials: readonly Record<'name' | 'issuer' | 'number' | 'link', Text>[];
  references: readonly Record<'text' | 'from', Text>[];
}

/** Whether the site has no provider yet. Its pages then ask search engines not to list it. */
export const isSample = details.legalName === '';

const provider: Omit<typeof details, keyof Lists> & Lists = details;

/** The provider's details in the page's language. */
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

export function mapValues<Name extends string, Value, Mapped>(
  record: Readonly<Record<Name, Value>>,
  map: (value: Value) => Mapped,
): Record<Name, Mapped> {
  const entries = Object.entries<Value>(record).map(([name, value]) => [name, map(value)]);
  // The type of `fromEntries` loses the names.
  return Object.fromEntries(entries) as Record<Name, Mapped>;
}

/** Replaces each name in braces by its value. A name without a value stays. */
export function interpolate(text: string, values: Readonly<Record<string, string | number>>) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** Like `interpolate`, but drops sentences that name an empty value. `language` is the text's. */
export function withoutEmpty(
  text: string,
  values: Readonly<Record<string, string>>,
  language: string,
): string {
  // A small letter after the full stop would continue the sentence, and a sentence may begin with a name.
  const shape = text.replace(/\{\w+\}/g, (placeholder) => placeholder.toUpperCase());
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(shape);
  const isWhole = (sentence: string) =>
    Object.entries(values).every(([name, value]) => value || !sentence.includes(`{${name}}`));
  const whole = Array.from(sentences, ({ index, segment }) =>
    text.slice(index, index + segment.length),
  ).filter(isWhole);
  return interpolate(whole.join(''), values).trim();
}
