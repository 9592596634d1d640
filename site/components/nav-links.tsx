import { sections } from '../../content/navigation.ts';

interface NavLinksProps {
  /**
   * Whether each leads to a document of its own: without a script nothing else closes the menu that
   * it stands in. The bootstrap makes them plain.
   */
  anew?: boolean;
}

/** The links to the sections, in their order. */
export function NavLinks({ anew = false }: NavLinksProps) {
  return (
    <ul className="nav-links">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={anew ? `/?${id}#${id}` : `#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
