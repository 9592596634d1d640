import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

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
