import { useCopy } from '../copy.ts';
import { placesOf } from '../languages.ts';
import type { PageName } from '../site.ts';

/** The way to the same page in the other languages, if there are any. */
export function LanguageLinks({ page = 'home' }: { page?: PageName | undefined }) {
  const { language: own } = useCopy();
  const others = placesOf(page).filter(({ language }) => language !== own);
  if (others.length === 0) return null;
  return (
    <p className="language-links">
      {others.map(({ language, path }) => (
        <a key={language} href={path} hrefLang={language} lang={language}>
          {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
        </a>
      ))}
    </p>
  );
}
