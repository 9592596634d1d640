import fastify, { type FastifyReply } from 'fastify';
import { escapeHtml } from '../../server/visible-text.ts';
import type { MailCatcher } from '../support/mail-catcher.ts';
import { marked } from './marked-pages.ts';

/** Serves the caught emails on a free local port, and returns the address. */
export async function serveMails({ mails }: MailCatcher) {
  const app = fastify();
  app.get('/', (_, reply) => {
    const rows = mails.map(({ subject = '', to, text = '' }, index) => {
      const addresses = (to ?? []).map(({ address }) => address).join(', ');
      return `<tr><td>${escapeHtml(addresses)}<td><a href="/${index}">${escapeHtml(subject)}</a><td>${escapeHtml(text.slice(0, 80))}`;
    });
    return page(
      reply,
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Demo: caught emails</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem}td{padding:.25rem 1rem .25rem 0;vertical-align:top}</style>
<h1>Demo: ${mails.length} caught emails</h1><p>Newest first. None of them left this machine.</p><table>${rows.reverse().join('\n')}</table>`,
    );
  });
  app.get<{ Params: { index: string } }>('/:index', (request, reply) => {
    const mail = mails[Number(request.params.index)];
    if (mail === undefined) return reply.code(404).send('There is no such email.');
    return page(reply, marked(mail.html ?? `<pre>${escapeHtml(mail.text ?? '')}</pre>`));
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

/** An email may contain a stranger's text, so no script runs and nothing is loaded. */
function page(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('text/html; charset=utf-8')
    .send(html);
}
