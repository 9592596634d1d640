import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bookingFields } from '../../booking/booking.ts';

/**
 * Writes a minimal build into `folder` (`dist/`): a script, pictures, an inbox, and pages whose titles show their
 * settings.
 */
export function writeBuild(folder: string): void {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const script = 'export const answer = 42;\n'.repeat(40);
  write('server/render.js', renderer);
  write('server/inbox.js', inbox);
  write('client/assets/island-1a2b3c.js', script);
  write('inbox/assets/main-1a2b3c.js', script);
  write('pictures/icon.png', 'PNG!');
}

const renderer = `
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const page = (title, values = {}) => {
  const json = JSON.stringify(values).replaceAll('"', '&quot;');
  return { html: '<!doctype html><meta charset="utf-8"><title>' + title + (json === '{}' ? '' : json) + '</title>', policy };
};
const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(500);
const outlets = (...names) => Object.fromEntries(names.map((name) => [name, '{{' + name + '}}']));
export async function renderSite({ year, contactEmail }) {
  return {
    languages: [{
      language: 'en',
      paths: { home: '/', book: '/book' },
      pages: [
        { path: '/', ...page('Landing ' + contactEmail, { year, filler: 'lorem ipsum '.repeat(50) }) },
        { path: '/book', ...page('Book') },
      ],
      notFound: page('404', { year }),
      failed: page('Book again', outlets(...${JSON.stringify(bookingFields)})),
      problem: page('Error', outlets('message', 'requestId')),
    }],
    files: [
      ...['/icon.svg', '/assets/own-logo.svg'].map((path) => ({ path, type: 'image/svg+xml', body: icon })),
      { path: '/robots.txt', type: 'text/plain', body: 'User-agent: *' },
    ],
  };
}
`;

const inbox = `
export async function renderInbox() {
  return { html: 'Inbox', policy: "default-src 'none'" };
}
`;
