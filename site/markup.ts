import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { colours } from '../content/colours.ts';

/** Renders to HTML, whole. Throws what a part of it throws. */
export async function markup(content: ReactNode): Promise<string> {
  // Without this an error in a part of the page would be left for the browser to find.
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

type Colour = 'ink' | 'tint' | 'pale' | 'ornament' | 'paper';

/** A drawing of site/illustrations in the brand's colours: its `var(--ink, black)` becomes the ink. */
export function inColours(svg: string, theme: keyof typeof colours = 'light'): string {
  return svg.replaceAll(
    /var\(--(ink|tint|pale|ornament|paper), \w+\)/g,
    (_match, name: Colour) => colours[theme][name],
  );
}
