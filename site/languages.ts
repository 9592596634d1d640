import { brand } from '../content/brand.ts';
import type { Copy, Texts } from './copy.ts';

/** The files of every language, only for the server. The browser loads one language (islands.ts). */
const files = import.meta.glob<object>('../content/*/*.ts', { eager: true });

/** The copy of every language with a folder, independent of LANGUAGES. */
export const translations = translationsOf(brand.languages);

/** The copy of each of these languages. The first language's pages are at `/`, the others' at `/` and their code. */
export function translationsOf(languages: readonly string[]): readonly Copy[] {
  const translations: readonly Copy[] = languages.map((language, index) => ({
    ...copyOf(language, index === 0 ? '/' : `/${language}`),
    placesOf,
  }));
  function placesOf(page: string) {
    return translations
      .filter(({ legal }) =>
        ['', 'book', ...legal.documents.map(({ path }) => path)].includes(page),
      )
      .map(({ language, pathOf }) => ({ language, path: pathOf(page) }));
  }
  return translations;
}

/** The copy of a language, whose landing page is at `home`. */
function copyOf(language: string, home: string): Omit<Copy, 'placesOf'> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  const texts: Texts = Object.assign({}, ...own.map(([, file]) => file));
  const pathOf = (page: string) => (page === '' ? home : `${home === '/' ? '' : home}/${page}`);
  return { ...texts, language, paths: { home, book: pathOf('book') }, pathOf };
}
