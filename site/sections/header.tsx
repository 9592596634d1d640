import { controls } from '../../content/messages.ts';
import { Icon } from '../components/icon.tsx';
import { NavLinks } from '../components/nav-links.tsx';
import { BrandLink } from '../components/provider.tsx';

/** The fixed header: the brand, the sections, and on small screens a menu of the same. */
export function Header() {
  return (
    <header className="site-header">
      <BrandLink />
      <nav className="wide-nav" aria-label={controls.sections}>
        <NavLinks />
      </nav>
      <button type="button" className="menu-button" popoverTarget="menu">
        <Icon name="menu" />
        {controls.menu}
      </button>
      <div id="menu" className="menu" popover="auto">
        <nav aria-label={controls.sections}>
          <NavLinks reloads />
        </nav>
      </div>
    </header>
  );
}
