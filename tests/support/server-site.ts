import type { Booking } from '../../booking/booking.ts';
import type { InboxPage } from '../../server/desk/inbox/page.ts';
import type { BuiltSite } from '../../server/http/built-site.ts';
import { type Document, encodeFile } from '../../server/http/static-files.ts';
import { escapeHtml } from '../../server/visible-text.ts';
import type { LocalSite, Page, RenderSite } from '../../site/site.ts';

/** What a site is rendered with, unless a test says otherwise. */
export const siteSettings = {
  siteUrl: 'https://www.example.com',
  languages: ['en'],
  contactEmail: 'hello@example.com',
  publicKey: 'public-client-key',
  backendUrl: '/rest/v1',
  foreignOrigin: undefined,
  year: 2026,
};

const policy = "default-src 'none'";

/** A stand-in for the built site: each page shows its title and what it was rendered with. */
const renderStandIn: RenderSite = async ({ year, siteUrl }) => ({
  languages: [localStandIn(year)],
  files: [
    {
      path: '/robots.txt',
      type: 'text/plain; charset=utf-8',
      body: `Sitemap: ${siteUrl}/sitemap.xml\n`,
    },
    { path: '/assets/text-4d5e6f.woff2', type: 'font/woff2', body: Buffer.from('wOF2') },
  ],
});

/** Its one language. */
export const localStandIn = (year: number): LocalSite => ({
  language: 'en',
  paths: { home: '/', book: '/book' },
  pages: [
    { path: '/', ...page('Landing', { year: String(year), filler: 'lorem ipsum '.repeat(50) }) },
    { path: '/book', ...page('Book a Call', {}) },
  ],
  notFound: page('Unexpected Application Error!', { status: '404', year: String(year) }),
  bookAgain: async (values: Booking) => page('Book a Call again', { ...values }),
  error: async ({ message, requestId, stack = '' }) =>
    page('Unexpected Application Error!', { message, requestId, stack, year: String(year) }),
});

/** A build with a hashed script and a picture beside the stand-in pages. */
export const standIn: BuiltSite = {
  renderSite: renderStandIn,
  clientFiles: [
    {
      path: '/assets/island-1a2b3c.js',
      type: 'text/javascript; charset=utf-8',
      body: Buffer.from('export const answer = 42;\n'.repeat(40)),
    },
    { path: '/icon.png', type: 'image/png', body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  ],
};

const script: Document = {
  path: '/inbox/assets/main-1a2b3c.js',
  type: 'text/javascript; charset=utf-8',
  body: Buffer.from('export const answer = 42;\n'),
  cacheControl: 'private, max-age=31536000, immutable',
};

/** A stand-in for the inbox's page. */
export const inboxStandIn: InboxPage = {
  document: async () => page('Inbox', {}),
  files: new Map([[script.path, await encodeFile(script, siteSettings.siteUrl)]]),
};

function page(title: string, facts: Readonly<Record<string, string>>): Page {
  const list = Object.entries(facts).map(
    ([name, fact]) => `<dt>${name}<dd>${escapeHtml(fact)}</dd>`,
  );
  const json = escapeHtml(JSON.stringify(facts));
  return {
    html: `<!doctype html><title>${title}</title><dl data-facts="${json}">${list.join('')}</dl>`,
    policy,
  };
}
