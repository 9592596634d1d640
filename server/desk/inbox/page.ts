import type { FastifyInstance } from 'fastify';
import type { Page } from '../../../site/site.ts';
import { sendPage } from '../../http/errors.ts';
import { refuseOtherMethods } from '../../http/headers.ts';

export const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Serves one document for all views: it holds nothing that a stranger may not see. */
export function servePage(app: FastifyInstance, page: () => Promise<Page>): void {
  for (const view of ['/', '/sign-in', '/report', '/where-from', '/leads/:id(^\\d{1,15}$)']) {
    app.get(view, async (_request, reply) =>
      sendPage(
        // Not no-referrer: a browser would then name no origin with a POST.
        reply.headers({ ...privateHeaders, 'Referrer-Policy': 'same-origin' }),
        await page(),
      ),
    );
    refuseOtherMethods(app, view);
  }
}
