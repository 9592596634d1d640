import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { assetPath } from './assets.ts';
import { colours } from './colours.ts';
import type { SiteFile } from './site.ts';

/** Renders complete HTML. Throws any error of a component. */
export async function markup(content: ReactNode): Promise<string> {
  // By default React would report the error only in the browser.
  let failure: unknown;
  const { prelude } = await prerender(content, {
    onError: (error) => {
      failure ??= error;
    },
  });
  const html = await new Response(prelude).text();
  if (failure !== undefined) throw failure;
  return html;
}

/** A file with the hash of its text in its address. */
export async function hashedFile(
  name: string,
  ending: 'css' | 'svg',
  body: string,
): Promise<SiteFile> {
  const type = { css: 'text/css', svg: 'image/svg+xml' }[ending];
  return { path: await assetPath(name, ending, new TextEncoder().encode(body)), type, body };
}

type Colour = 'ink' | 'tint' | 'pale' | 'ornament' | 'paper' | 'sheet';

/** A drawing of site/illustrations in the brand's colours: the ink replaces `var(--ink, black)`. */
export function inColours(svg: string, theme: keyof typeof colours = 'light'): string {
  return svg.replaceAll(
    /var\(--(ink|tint|pale|ornament|paper|sheet), \w+\)/g,
    (_match, name: Colour) => colours[theme][name],
  );
}
