import { Icon } from '../components/icon.tsx';
import { NavLinks } from '../components/nav-links.tsx';
import { BrandLink } from '../components/provider.tsx';
import { useCopy } from '../copy.ts';

/** The fixed header: the brand, the sections (in a menu on small screens), and the link to /book. */
export function Header() {
  const { controls } = useCopy();
  return (
    <header className="site-header">
      <BrandLink />
      <nav className="wide-nav screen-only" aria-label={controls.sections}>
        <NavLinks />
      </nav>
      <BookLink second />
      {/* The menu comes before its button, so that a style of the button can depend on the menu. */}
      <div id="menu" className="menu sheet needs-popover" popover="auto">
        <nav aria-label={controls.sections}>
          <NavLinks reloads />
        </nav>
        <BookLink />
      </div>
      <button type="button" className="menu-button screen-only needs-popover" popoverTarget="menu">
        <Icon name="menu" />
        <Icon name="x" />
        <span className="menu-word">{controls.menu}</span>
      </button>
    </header>
  );
}

/** `second`: less prominent, because the same view has another one. */
function BookLink({ second = false }: { second?: boolean }) {
  const { bookingForm, paths } = useCopy();
  return (
    <a className={second ? 'button second book-link' : 'button book-link'} href={paths.book}>
      {bookingForm.title}
    </a>
  );
}
