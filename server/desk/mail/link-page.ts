import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseOtherMethods } from '../../http/headers.ts';
import { findSecret, findTime } from '../../store/store.ts';
import { escapeHtml } from '../../visible-text.ts';
import { openConfirmation } from './confirmation.ts';
import { openLead } from './lead-link.ts';
import { type LinkContext, type LinkPage, readToken } from './links.ts';

/**
 * Serves the pages that email links open, at `/m/TOKEN`. GET shows one button and changes nothing, because programs
 * open links too. POST performs the button's action. It needs no session, because the token grants one action.
 */
export function serveMailLinks(app: FastifyInstance, context: LinkContext): void {
  const { store } = context;

  let secret: string | undefined;

  /** Returns the page for a token. A forged token causes no query. */
  async function open(token: string): Promise<LinkPage> {
    secret ??= await findSecret(store);
    const link = readToken(secret, token);
    if (link === undefined) return { status: 404, title: 'This link is not valid.' };
    const now = await findTime(store);
    if (now >= link.endsAt) return { status: 410, title: 'This link is older than thirty days.' };
    return link.action.startsWith('confirm-')
      ? openConfirmation(link, context)
      : openLead(link, now, context);
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/m/*',
    // Anyone who has the address can use the link.
    config: { unlogged: true },
    async handler({ method, params, log }, reply) {
      reply.headers(headers);
      try {
        const page = await open(params['*']);
        if (method !== 'POST' || page.status) return sendLinkPage(reply, page);
        await page.button?.press();
        // A redirect to GET: a reload of the page does not post again.
        return reply.redirect(`/m/${params['*']}`, 303);
      } catch (err) {
        // Caught here, because Fastify would log the address with the error.
        log.error({ err }, 'an email link could not be answered');
        const title = 'This did not work. Please try again in a minute.';
        return sendLinkPage(reply.header('Retry-After', '5'), { status: 503, title });
      }
    },
  });
  refuseOtherMethods(app, '/m/*', ['GET', 'HEAD', 'POST']);
}

const style = `:root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.25rem}
button{font:inherit;width:100%;padding:.9rem;border-radius:.5rem;border:0;background:#14532d;color:#fff}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

function sendLinkPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  const { status = 200, title, lead, button, inbox } = page;
  const name = escapeHtml(title);
  const parts = [
    `<h1>${name}</h1>`,
    lead && `<p>${escapeHtml(lead)}</p>`,
    button && `<form method="post"><button>${escapeHtml(button.name)}</button></form>`,
    button === undefined && inbox && `<p><a href="${inbox}">Open in the inbox</a></p>`,
  ];
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${style}</style></head><body>${parts.filter(Boolean).join('')}</body></html>`,
    );
}
