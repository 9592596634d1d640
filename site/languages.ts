import { createContext, useContext } from 'react';
import { brand } from '../content/brand.ts';
import type { Copy, Texts } from './copy.ts';

/** The files of every language, only for the server. The browser loads one language (islands.ts). */
const files = import.meta.glob<object>('../content/*/*.ts', { eager: true });

/** The copy of every language with a folder, independent of LANGUAGES. */
export const translations = translationsOf(brand.languages);

/** The copy of each of these languages. The first language's pages are at `/`, the others' at `/` and their code. */
export function translationsOf(languages: readonly string[]): readonly Copy[] {
  return languages.map((language, index) => copyOf(language, index === 0 ? '/' : `/${language}`));
}

/** The copy of a language, whose landing page is at `home`. */
function copyOf(language: string, home: string): Copy {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  const texts: Texts = Object.assign({}, ...own.map(([, file]) => file));
  const pathOf = (page: string) => (page === '' ? home : `${home === '/' ? '' : home}/${page}`);
  return { ...texts, language, paths: { home, book: pathOf('book') }, pathOf };
}

/** The copy of each served language. */
export const ServedTranslations = createContext<readonly Copy[]>([]);

interface Place {
  language: string;
  path: string;
}

/** The path of a page in each served language that has it, in order. */
export const usePlaces = (page: string): Place[] => placesOf(useContext(ServedTranslations), page);

/** The path of a page in each of these languages that has it. */
export function placesOf(translations: readonly Copy[], page: string): Place[] {
  return translations
    .filter(({ legal }) => ['', 'book', ...legal.documents.map(({ path }) => path)].includes(page))
    .map(({ language, pathOf }) => ({ language, path: pathOf(page) }));
}
