import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { brand } from '../../content/brand.ts';
import type { SessionAnswer } from '../../site/inbox/api.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import { createCounter, createRateLimit } from '../http/rate-limit.ts';
import { interpolate, signInMail } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import { type InboxOptions, mustBeWithin, parseOr400 } from './requests.ts';
import {
  cookieOptions,
  hashOf,
  isToken,
  linkAddress,
  linkLifetime,
  newToken,
  type Sessions,
} from './sessions.ts';

/** Marks the browser that asked: a link that somebody else gets hold of signs nobody in. */
const browserCookie = '__Host-inbox-browser';

const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email),
});

const confirmSchema = z.strictObject({ token: z.string().refine(isToken) });

/** Signing in by a link, and out. */
export function signIn(app: FastifyInstance, options: InboxOptions, sessions: Sessions): void {
  const { store, users, trustsProxies, now } = options;
  const shared = store.quotas;
  const quota = (requests: number) => ({ requests, seconds: 15 * 60 });
  const bySender = (what: string, requests: number) =>
    createRateLimit(quota(requests), { what, trustsProxies, shared, log: app.log });
  const limitAsking = bySender('link for', 10);
  const limitAddress = createCounter(quota(5), shared, 'link to');
  const limitConfirming = bySender('sign-in of', 30);
  const isPublic = { config: { withoutSession: true } };

  app.post('/sign-in', isPublic, async (request, reply) => {
    mustBeWithin(await limitAsking(request));
    const { email } = parseOr400(signInSchema, request.body);
    mustBeWithin(await limitAddress(email));
    const token = newToken();
    const known = request.cookies[browserCookie] ?? '';
    // The same for several links, so that each of them works.
    const browser = isToken(known) ? known : newToken();
    const link = { tokenHash: hashOf(token), browserHash: hashOf(browser) };
    // For one who may not sign in too: that costs and answers the same.
    const whose = users.includes(email) ? email : null;
    await store.insertLink({ ...link, email: whose, expiresAt: now() + linkLifetime });
    if (whose !== null) void mailLink(whose, token, options, app.log);
    reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: linkLifetime / 1000 });
    return {};
  });

  app.post('/confirm', isPublic, async (request, reply): Promise<SessionAnswer> => {
    mustBeWithin(await limitConfirming(request));
    const { token } = parseOr400(confirmSchema, request.body);
    // Without its mark the browser can only use a link that has none yet.
    const browser = request.cookies[browserCookie] ?? newToken();
    const { email } = await sessions.start(request, reply, token, browser);
    reply.clearCookie(browserCookie, cookieOptions);
    return { email };
  });

  app.get('/session', (request): SessionAnswer => ({ email: sessions.of(request).email }));

  app.post('/sign-out', async (request, reply) => {
    await sessions.end(request, reply);
    return {};
  });
}

/**
 * In milliseconds. A mail that went out with the answer would hold up the next request of the sender, who
 * could so tell who may sign in.
 */
const longestPause = 1_000;

/** Mails the link in the background: the answer is the same whether a mail goes out, and when. */
async function mailLink(
  to: string,
  token: string,
  { siteUrl, transport }: InboxOptions,
  log: FastifyBaseLogger,
): Promise<void> {
  if (transport === undefined)
    return log.warn(
      'somebody who may sign in asked for a link, and no mail is set: ./lodemark inbox-link ADDRESS prints one',
    );
  try {
    await pause(randomInt(longestPause));
    const mail = { ...composeMail(linkAddress(siteUrl, token)), id: randomUUID(), to };
    await transport.send(mail, AbortSignal.timeout(linkLifetime));
  } catch (error) {
    const { code, log: more } = error instanceof DeliveryFailure ? error : { code: '', log: {} };
    log.error({ code, ...more }, 'a link to sign in was not mailed');
  }
}

/** The mail with the link, in the provider's language. */
function composeMail(link: string): { subject: string; text: string; html: string } {
  const say = (text: string) => interpolate(text, { brand: brand.name });
  const subject = say(signInMail.subject);
  const { open, validity, unasked } = signInMail;
  const paragraphs = [say(open), link, say(validity), say(unasked)];
  const shown = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  const linked = shown.replace(
    escapeHtml(link),
    (address) => `<a href="${address}">${address}</a>`,
  );
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${brand.languages[0]}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>${linked}</html>`,
  };
}
