import { sections } from '../../content/navigation.ts';

/** The links to the sections, in their order. */
export function NavLinks() {
  return (
    <ul className="nav-links">
      {sections.map(({ id, name }) => (
        <li key={id}>
          <a href={`#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
