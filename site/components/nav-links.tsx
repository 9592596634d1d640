import { useCopy } from '../copy.ts';
import { placesOf } from '../languages.ts';

interface NavLinksProps {
  /** Whether they stand on another page than the sections. */
  onAnotherPage?: boolean;
  /**
   * Whether each leads to a document of its own: without a script nothing else closes the menu that
   * holds them. The bootstrap makes the chosen one plain.
   */
  reloads?: boolean;
}

/** The links to the sections, in their order. */
export function NavLinks({ onAnotherPage = false, reloads = false }: NavLinksProps) {
  const { sections, paths } = useCopy();
  const page = onAnotherPage || reloads ? paths.home : '';
  return (
    <ul className="nav-links">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={`${page}${reloads ? `?${id}` : ''}#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

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
