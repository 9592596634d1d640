import { files } from 'virtual:icons';
import { brand } from '../content/brand.ts';
import { colours } from '../content/colours.ts';
import type { Copy } from './copy.ts';
import { copies } from './languages.ts';
import { pageTitles } from './page-titles.ts';
import type { SiteFile } from './site.ts';

/** The Web App Manifest (https://www.w3.org/TR/appmanifest/): how the site looks on a home screen. */
const manifestOf = (copy: Copy) => ({
  id: copy.paths.home,
  name: brand.name,
  description: pageTitles(copy).home.description,
  lang: copy.language,
  start_url: copy.paths.home,
  display: 'browser',
  theme_color: colours.light.paper,
  background_color: colours.light.paper,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

/** What browsers, home screens and networks ask for at addresses of their own. */
export const iconFiles: SiteFile[] = [
  ...files.map(({ path, type, base64 }) => ({ path, type, body: Buffer.from(base64, 'base64') })),
  ...copies.map((copy) => ({
    path: manifestPath(copy.language),
    type: 'application/manifest+json',
    body: JSON.stringify(manifestOf(copy)),
  })),
];

/** Where the manifest of a language is. */
export function manifestPath(language: string): string {
  return language === brand.languages[0] ? '/site.webmanifest' : `/site-${language}.webmanifest`;
}
