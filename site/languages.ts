import { brand } from '../content/brand.ts';
import { type Copy, copyOf, filesOf } from './copy.ts';

/** The files of every language. For the server's build: the browser loads one language (islands.tsx). */
const files = import.meta.glob<object>('../content/*/*.ts', {
  eager: true,
});

const ownCopy = (language: string) => copyOf(language, filesOf(files, language));
const first = ownCopy(brand.languages[0]);

/** The copy of every language, the first one's at `/`. All have its order of sections and ways to share. */
export const copies: readonly Copy[] = brand.languages.map(ownCopy).map((copy) => ({
  ...copy,
  sections: inOrder(copy.sections, first.sections),
  share: { ...copy.share, options: inOrder(copy.share.options, first.share.options) },
}));

function inOrder<Entry extends { id: string }>(entries: readonly Entry[], order: readonly Entry[]) {
  return order.flatMap(({ id }) => entries.find((entry) => entry.id === id) ?? []);
}

/** Where a page is in each language that has it, the first language first. */
export function placesOf(page: string): { language: string; path: string }[] {
  return copies
    .filter(({ legal }) => ['', 'book', ...legal.documents.map(({ path }) => path)].includes(page))
    .map(({ language, pathOf }) => ({ language, path: pathOf(page) }));
}
