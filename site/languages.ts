import { createContext, useContext } from 'react';
import { brand } from '../content/brand.ts';
import { type Copy, copyOf, filesOf } from './copy.ts';

/** The files of every language. For the server's build: the browser loads one language (islands.tsx). */
const files = import.meta.glob<object>('../content/*/*.ts', { eager: true });

/** The copy of every language that has a folder, for texts that do not depend on LANGUAGES. */
export const translations = translationsOf(brand.languages);

/**
 * The copy in each of these languages: the first one's pages at `/`, another one's at `/` and its code. All
 * have the first one's order of sections and ways to share.
 */
export function translationsOf(languages: readonly string[]): readonly Copy[] {
  const own = languages.map((language, index) =>
    copyOf(language, filesOf(files, language), index === 0 ? '/' : `/${language}`),
  );
  const [first] = own;
  if (first === undefined) return [];
  return own.map((copy) => ({
    ...copy,
    sections: inOrder(copy.sections, first.sections),
    share: { ...copy.share, options: inOrder(copy.share.options, first.share.options) },
  }));
}

function inOrder<Entry extends { id: string }>(entries: readonly Entry[], order: readonly Entry[]) {
  return order.flatMap(({ id }) => entries.find((entry) => entry.id === id) ?? []);
}

/** The translations of the languages that the site serves. */
export const ServedTranslations = createContext<readonly Copy[]>([]);

interface Place {
  language: string;
  path: string;
}

/** The path of a page in each served language that has the page, in their order. */
export const usePlaces = (page: string): Place[] => placesOf(useContext(ServedTranslations), page);

/** The path of a page in each of these languages that has it. */
export function placesOf(translations: readonly Copy[], page: string): Place[] {
  return translations
    .filter(({ legal }) => ['', 'book', ...legal.documents.map(({ path }) => path)].includes(page))
    .map(({ language, pathOf }) => ({ language, path: pathOf(page) }));
}
