import { useCopy } from '../copy.ts';

interface NavLinksProps {
  /** Whether they lead to the landing page from another page. */
  away?: boolean;
  /**
   * Whether each leads to a document of its own: without a script nothing else closes the menu that
   * holds them. The bootstrap makes the chosen one plain.
   */
  reloads?: boolean;
}

/** The links to the sections, in their order. */
export function NavLinks({ away = false, reloads = false }: NavLinksProps) {
  const { sections, paths } = useCopy();
  return (
    <ul className="nav-links">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={reloads ? `${paths.home}?${id}#${id}` : `${away ? paths.home : ''}#${id}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
