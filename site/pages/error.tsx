import { brand } from '../../content/brand.ts';
import { errorScreen } from '../../content/messages.ts';
import { BrandLink } from '../components/brand-link.tsx';
import { ErrorScreen } from '../components/error-screen.tsx';
import { LegalLine } from '../components/legal-line.tsx';
import { Document } from '../document.tsx';
import { Token } from '../illustrations/token.tsx';
import type { Problem, SiteSettings } from '../site.ts';
import styles from '../styles/book-page.css?inline';

interface ErrorPageProps extends Partial<Problem> {
  settings: SiteSettings;
  message: string;
}

/** What stands at an unknown address, and in place of a page that could not be made. */
export function ErrorPage({ settings, ...problem }: ErrorPageProps) {
  return (
    <Document
      title={errorScreen.title}
      print="ink"
      styles={styles}
      faces={['display', 'text', 'mono']}
      layout="book-page"
    >
      <Token initial={brand.initial} />
      <main className="book">
        <p className="book-head">
          <BrandLink />
        </p>
        <ErrorScreen contactEmail={settings.contactEmail} {...problem} />
      </main>
      <footer className="book-footer">
        <LegalLine />
      </footer>
    </Document>
  );
}
