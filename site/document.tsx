import { desktopFaces, type FaceName, fallbacks, files as fonts, phoneFaces } from 'virtual:fonts';
import type { ReactNode } from 'react';
import { brand } from '../content/brand.ts';
import { hashedFile } from './assets.ts';
import { passed } from './browser/protocol.ts';
import { colours } from './colours.ts';
import { LinkPreview } from './components/metadata.tsx';
import { isSample, useCopy } from './copy.ts';
import { colourTokens } from './styles/colour-tokens.ts';

/** The origin of the canonical address, and the page as for `pathOf`. */
interface Canonical {
  siteUrl: string;
  page: string;
}

export interface DocumentProps {
  title: string;
  description?: string;
  /** Undefined on pages that search engines must not list. */
  canonical?: Canonical;
  theme: keyof typeof colours | 'system';
  /** The inlined style sheet of the first view. */
  styles: string;
  /** The class of the page's layout. */
  layout?: string;
  /** The page's inline script. */
  bootstrap?: string;
  /** The fonts to preload at the end of the page. */
  faces?: readonly FaceName[];
  /** Same-origin paths that a visitor is likely to open next. */
  next?: readonly string[];
  children: ReactNode;
}

/** The HTML document around a page. Everything for the first view is inlined. */
export function Document(props: DocumentProps) {
  const { title, description, canonical, theme, styles, layout, bootstrap, faces, next, children } =
    props;
  const copy = useCopy();
  const address = canonical && canonical.siteUrl + copy.pathOf(canonical.page);
  return (
    <html lang={copy.language} {...passed({ language: copy.language })} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.name}`}</title>
        {description && <meta name="description" content={description} />}
        {address && <link rel="canonical" href={address} />}
        {(isSample || !address) && <meta name="robots" content="noindex" />}
        {canonical && <Alternates {...canonical} />}
        {canonical && address && description && (
          <LinkPreview title={title} description={description} {...canonical} />
        )}
        <ThemeColour theme={theme} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Inlined as="style" text={fallbacks + desktopFaces + styles + colourTokens} />
        {next && <Inlined as="script" type="speculationrules" text={speculationRules(next)} />}
      </head>
      <body className={layout}>
        {children}
        {bootstrap && <Inlined as="script" text={bootstrap} />}
        {/* This style sheet comes after the inline script, which would otherwise wait for it. */}
        {faces && (
          <>
            <FontPreloads faces={faces} />
            <link rel="stylesheet" href={phoneFonts.path} />
          </>
        )}
      </body>
    </html>
  );
}

function ThemeColour({ theme }: Pick<DocumentProps, 'theme'>) {
  if (theme !== 'system') return <meta name="theme-color" content={colours[theme].paper} />;
  return (['light', 'dark'] as const).map((one) => (
    <meta
      key={one}
      name="theme-color"
      media={`(prefers-color-scheme: ${one})`}
      content={colours[one].paper}
    />
  ));
}

/** Separate, so that a phone paints its first text before the font rules arrive (docs/decisions/0033). */
export const phoneFonts = await hashedFile('phone-fonts', 'css', phoneFaces);

/**
 * Preloads the common fonts after the text of the first view. In the head they would delay the first paint. It is
 * raw HTML, because React moves preloads into the head. Few pages need the fonts of rare letters.
 */
export function FontPreloads({ faces }: { faces: readonly FaceName[] }) {
  const links = fonts
    .filter(({ face, common }) => common && faces.includes(face))
    .map(
      ({ path }) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: links to our own files
  return <div hidden dangerouslySetInnerHTML={{ __html: links.join('') }} />;
}

/** Links to the page in every language, if there are several. The first is the default for other visitors. */
function Alternates({ siteUrl, page }: Canonical) {
  const places = useCopy().placesOf(page);
  const [first, ...others] = places;
  if (!first || others.length === 0) return null;
  return (
    <>
      {places.map(({ language, path }) => (
        <link key={language} rel="alternate" hrefLang={language} href={siteUrl + path} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={siteUrl + first.path} />
    </>
  );
}

export function Inlined(props: { as: 'script' | 'style'; type?: string; text: string }) {
  const { as: Element, type, text } = props;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own built code, which React would escape
  return <Element type={type} dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Lets the browser prerender the next page when a visitor is about to open it (HTML §7.6). */
function speculationRules(next: readonly string[]): string {
  // Any query matches, because a link may carry the source of the visit.
  const links = next.map((pathname) => ({ href_matches: { pathname, search: '*' } }));
  return JSON.stringify({ prerender: [{ where: { or: links }, eagerness: 'moderate' }] });
}
