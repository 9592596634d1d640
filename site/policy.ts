import { islandMark } from './browser/protocol.ts';
import type { SiteSettings } from './site.ts';

/**
 * The Content-Security-Policy of a page (CSP Level 3). It allows inline scripts and styles by the hash of the
 * served bytes. 'strict-dynamic' and one Trusted Types policy allow the islands' script. Only a page with the form
 * may submit one. docs/security.md explains each directive.
 */
export async function contentPolicy(
  html: string,
  { foreignOrigin }: Pick<SiteSettings, 'foreignOrigin'>,
) {
  const scripts = await hashes(html, 'script');
  const hasIslands = html.includes(`${islandMark}=`);
  const hasForm = html.includes('<form');
  return policy(html, {
    script: [...scripts, ...(hasIslands ? [`'strict-dynamic'`] : [])].join(' ') || `'none'`,
    connect: `'self'${hasForm && foreignOrigin ? ` ${foreignOrigin}` : ''}`,
    // Another data interface accepts no form post, even if the script fails.
    form: hasForm && !foreignOrigin ? `'self'` : `'none'`,
    trustedTypes: hasIslands ? 'islands' : `'none'`,
  });
}

/** The policy of the inbox. It allows the inbox's script and requests to its server. */
export async function inboxPolicy(html: string): Promise<string> {
  const [self, none] = [`'self'`, `'none'`];
  return policy(html, { script: self, connect: self, form: none, trustedTypes: none });
}

async function policy(
  html: string,
  allowed: Record<'script' | 'connect' | 'form' | 'trustedTypes', string>,
): Promise<string> {
  const styles = await hashes(html, 'style');
  return [
    `default-src 'none'`,
    `script-src ${allowed.script}`,
    `style-src 'self' ${styles.join(' ')}`,
    // `data:` is for drawings in addresses, such as the token.
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${allowed.connect}`,
    `worker-src 'none'`,
    `form-action ${allowed.form}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${allowed.trustedTypes}`,
  ].join('; ');
}

/**
 * React writes no comments or CDATA into these elements, so the pattern finds them all. Structured data never
 * runs, so it needs no hash (HTML, 'prepare the script element').
 */
async function hashes(html: string, element: 'script' | 'style'): Promise<string[]> {
  const pattern = new RegExp(
    `<${element}(?! type="application/ld)(?:\\s[^>]*)?>([^]*?)</${element}>`,
    'g',
  );
  const texts = [...html.matchAll(pattern)].map(([, text = '']) => text);
  return Promise.all([...new Set(texts)].map(hash));
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${Buffer.from(digest).toString('base64')}'`;
}
