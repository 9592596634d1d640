import { BrandLink } from '../site/components/provider.tsx';
import { CopyContext } from '../site/copy.ts';
import { Document } from '../site/document.tsx';
import { translationsOf } from '../site/languages.ts';
import { markup } from '../site/markup.ts';
import { inboxPolicy } from '../site/policy.ts';
import type { Page } from '../site/site.ts';
import { systemColours } from '../site/styles/colour-tokens.ts';
import styles from './inbox.css?inline';

/** The inbox is only in English. */
const [english] = translationsOf(['en']);

const faces = ['display', 'text', 'mono'] as const;

/** The document for all views of the inbox. Strangers can read it, so it contains no data. */
export async function renderInbox(): Promise<Page> {
  const html = await markup(
    <CopyContext value={english}>
      <Document
        title="Inbox"
        theme="system"
        styles={styles + systemColours}
        layout="inbox-page"
        faces={faces}
      >
        <header>
          <BrandLink />
        </header>
        <div id="inbox" />
        <noscript>
          The inbox needs JavaScript. Allow it for this site, and load the page again.
        </noscript>
        <script type="module" src={__INBOX__} />
      </Document>
    </CopyContext>,
  );
  return { html, policy: await inboxPolicy(html) };
}
