import { DarkPage } from '../components/dark-page.tsx';
import { ErrorScreen } from '../components/error-screen.tsx';
import { NavLinks } from '../components/nav-links.tsx';
import { useCopy } from '../copy.ts';
import type { Problem, SiteSettings } from '../site.ts';

/** The page for an unknown address, and for a page that could not be rendered. */
export function ErrorPage({ settings, ...problem }: Partial<Problem> & { settings: SiteSettings }) {
  const { errorScreen, footer } = useCopy();
  return (
    <DarkPage title={errorScreen.title}>
      <ErrorScreen contactEmail={settings.contactEmail} {...problem} />
      <nav className="section-links tall-links" aria-labelledby="quick-links">
        <h2 id="quick-links" className="small-heading soft">
          {footer.quickLinks}
        </h2>
        <NavLinks onAnotherPage />
      </nav>
    </DarkPage>
  );
}
