import { BrandLink } from '../components/provider.tsx';
import { CopyContext } from '../copy.ts';
import { Document } from '../document.tsx';
import { translationsOf } from '../languages.ts';
import { markup } from '../markup.ts';
import { inboxPolicy } from '../policy.ts';
import type { Page } from '../site.ts';
import styles from './inbox.css?inline';
import { texts } from './texts.ts';

/** Like the texts of the inbox. */
const [english] = translationsOf(['en']);

const faces = ['display', 'text', 'mono'] as const;

/** The one document of all views of the inbox. There is nothing in it that a stranger may not read. */
export async function renderInbox(): Promise<Page> {
  const html = await markup(
    <CopyContext value={english}>
      <Document title={texts.title} theme="light" styles={styles} layout="inbox-page" faces={faces}>
        <header>
          <BrandLink />
        </header>
        <div id="inbox" />
        <noscript>{texts.withoutScript}</noscript>
        <script type="module" src={__INBOX__} />
      </Document>
    </CopyContext>,
  );
  return { html, policy: await inboxPolicy(html) };
}
