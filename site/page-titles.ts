import type { Copy } from './copy.ts';

/** What tabs, search results and shared links say of each page: its own headline and text. */
export function pageTitles({ hero, bookingForm }: Pick<Copy, 'hero' | 'bookingForm'>) {
  return {
    home: {
      title: inOneLine(`${hero.title} ${hero.titleAccent}`),
      description: inOneLine(hero.summary),
    },
    book: { title: inOneLine(bookingForm.title), description: inOneLine(bookingForm.lede) },
  };
}

/** A soft hyphen is for a narrow screen. */
function inOneLine(text: string): string {
  return text.replaceAll('\u00AD', '');
}
