import { useCopy } from '../copy.ts';
import { placesOf } from '../languages.ts';

/** The way to the same page in the other languages, if there are any. */
export function LanguageLinks({ page = '' }: { page?: string | undefined }) {
  const { language: own } = useCopy();
  const others = placesOf(page).filter(({ language }) => language !== own);
  if (others.length === 0) return null;
  return (
    <p className="foot-links">
      {others.map(({ language, path }) => (
        <a key={language} href={path} hrefLang={language} lang={language}>
          {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
        </a>
      ))}
    </p>
  );
}
