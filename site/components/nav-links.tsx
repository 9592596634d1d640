import { useCopy } from '../copy.ts';

interface NavLinksProps {
  /** Whether the links are on another page than the sections. */
  onAnotherPage?: boolean;
  /**
   * Whether each link loads the page again, because without a script nothing else closes the menu. The inline
   * script makes the chosen link a plain fragment.
   */
  reloads?: boolean;
}

/** The links to the sections, in order. */
export function NavLinks({ onAnotherPage = false, reloads = false }: NavLinksProps) {
  const { sections, paths } = useCopy();
  const page = onAnotherPage || reloads ? paths.home : '';
  return (
    <ul className="nav-links line">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={`${page}${reloads ? `?${id}` : ''}#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

/** The links to the privacy notice, the provider's own pages, and this page in other languages. */
export function FootLinks({ page = '' }: { page?: string | undefined }) {
  const { language: own, legal, pathOf, paths, placesOf } = useCopy();
  // /book contains the notice itself.
  const notice = page !== 'book' && <a href={`${paths.book}#privacy`}>{legal.privacy.title}</a>;
  const documents = legal.documents.map(({ path, title }) => (
    <a key={path} href={pathOf(path)}>
      {title}
    </a>
  ));
  const others = placesOf(page).filter(({ language }) => language !== own);
  const languages = others.map(({ language, path }) => (
    <a key={language} href={path} hrefLang={language} lang={language}>
      {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
    </a>
  ));
  return (
    <p className="line tall-links">
      {notice}
      {documents}
      {languages}
    </p>
  );
}
