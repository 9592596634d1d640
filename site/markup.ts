import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

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
