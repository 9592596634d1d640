import { sections } from '../../content/navigation.ts';

interface NavLinksProps {
  /** The path of the sections' page, on another page. */
  page?: string;
  /**
   * Whether each leads to a document of its own: without a script nothing else closes the menu that
   * holds them. The bootstrap makes the chosen one plain.
   */
  reloads?: boolean;
}

/** The links to the sections, in their order. */
export function NavLinks({ page = '', reloads = false }: NavLinksProps) {
  return (
    <ul className="nav-links">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={reloads ? `/?${id}#${id}` : `${page}#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
