import type { ReactNode } from 'react';
import { Document, type DocumentProps } from '../document.tsx';
import { tokenSources } from '../illustrations/pictures.tsx';
import styles from '../styles/book-page.css?inline';
import { FootLinks } from './nav-links.tsx';
import { BrandLink, LegalLine } from './provider.tsx';
import { Token } from './token.tsx';

interface DarkPageProps
  extends Pick<DocumentProps, 'title' | 'description' | 'canonical' | 'bootstrap'> {
  /** Content at the end of the page's header. */
  back?: ReactNode;
  /** A class for the layout of the content. By default it is next to the token. */
  content?: 'booking';
  children: ReactNode;
}

const faces = ['display', 'text', 'mono'] as const;

/** The dark page around the form, the provider's own texts, or the error screen. */
export function DarkPage({ back, content, children, ...document }: DarkPageProps) {
  return (
    <Document
      {...document}
      theme="dark"
      styles={styles}
      layout={content ? 'book-page' : 'book-page halves'}
      faces={faces}
    >
      <header className="book-head line">
        <BrandLink />
        {back}
      </header>
      <main className={content ?? 'book rows'}>{children}</main>
      {!content && (
        <div className="book-side">
          <Token sheets={tokenSources.dark} />
        </div>
      )}
      <footer className="imprint line">
        <LegalLine />
        <FootLinks page={document.canonical?.page} />
      </footer>
    </Document>
  );
}
