import type { ReactNode } from 'react';
import { Document, type DocumentProps } from '../document.tsx';
import { tokenSources } from '../illustrations/pictures.tsx';
import styles from '../styles/book-page.css?inline';
import { FootLinks } from './nav-links.tsx';
import { BrandLink, LegalLine } from './provider.tsx';
import { Token } from './token.tsx';

interface DarkPageProps
  extends Pick<DocumentProps, 'title' | 'description' | 'canonical' | 'bootstrap'> {
  /** What stands beside the brand at its head. */
  back?: ReactNode;
  /** What stands in the place of the token. */
  token?: ReactNode;
  /** What stands below the token. */
  aside?: ReactNode;
  children: ReactNode;
}

const faces = ['display', 'text', 'mono'] as const;

/** The dark page of the form and of the error screen: one column, and the token beside it. */
export function DarkPage({ back, token, aside, children, ...document }: DarkPageProps) {
  // The drawing alone is no landmark.
  const Side = aside ? 'aside' : 'div';
  return (
    <Document {...document} theme="dark" styles={styles} layout="book-page" faces={faces}>
      <main className="book">
        <p className="book-head line">
          {back}
          <BrandLink />
        </p>
        {children}
      </main>
      <Side className="book-side">
        {token ?? <Token sheets={tokenSources.dark} />}
        {aside}
      </Side>
      <footer className="book-footer">
        <FootLinks page={document.canonical?.page} />
        <LegalLine />
      </footer>
    </Document>
  );
}
