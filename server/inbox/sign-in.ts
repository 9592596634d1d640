import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { brand } from '../../content/brand.ts';
import type { Confirm, SessionAnswer, SignIn } from '../../site/inbox/api.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import type { MailTransport } from '../delivery/mail.ts';
import { createCounter, createRateLimit } from '../http/rate-limit.ts';
import type { Store } from '../store/store.ts';
import { interpolate, signInMail } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import { InboxError, mustBeWithin, parseOr400 } from './requests.ts';
import { cookieOptions, type Sessions } from './sessions.ts';
import { hashOf, isToken, linkAddress, linkLifetime, newToken } from './tokens.ts';

export interface SignInOptions {
  store: Store;
  /** The addresses that may sign in, in lower case. */
  users: readonly string[];
  siteUrl: string;
  /** Undefined: links come by the command line alone. */
  transport: MailTransport | undefined;
  /** Whether TRUST_PROXY is set. */
  trustsProxies: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Marks the browser that asked: a link that somebody else gets hold of signs nobody in. */
const browserCookie = '__Host-inbox-browser';

const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email),
}) satisfies z.ZodType<SignIn>;

const confirmSchema = z.strictObject({
  token: z.string().refine(isToken),
}) satisfies z.ZodType<Confirm>;

/** Signing in by a link, and out. `onEnd` is called with the hash of a session that was ended. */
export function signIn(
  app: FastifyInstance,
  options: SignInOptions,
  sessions: Sessions,
  onEnd: (tokenHash: string) => void,
): void {
  const { store, users, now } = options;
  const limits = limitsOf(app, options);
  const mailLink = linkMailer(app, options);
  const isPublic = { config: { withoutSession: true } };

  app.post('/sign-in', isPublic, async (request, reply) => {
    const sender = await limits.sender(request);
    mustBeWithin(sender);
    const sentence = 'Write your email address, such as name@company.com.';
    const { email } = parseOr400(signInSchema, request.body, sentence);
    const address = await limits.address(email);
    mustBeWithin(address);
    const token = newToken();
    const known = request.cookies[browserCookie] ?? '';
    // The same for several links, so that each of them works.
    const browser = isToken(known) ? known : newToken();
    const link = { tokenHash: hashOf(token), browserHash: hashOf(browser) };
    // For one who may not sign in too: that costs and answers the same.
    const whose = users.includes(email) ? email : null;
    try {
      await store.insertLink({ ...link, email: whose, expiresAt: now() + linkLifetime });
    } catch (error) {
      await Promise.all([sender.refund(), address.refund()]);
      throw error;
    }
    if (whose !== null) mailLink(whose, token);
    reply.setCookie(browserCookie, browser, { ...cookieOptions, maxAge: linkLifetime / 1000 });
    return {};
  });

  app.post('/confirm', isPublic, async (request, reply): Promise<SessionAnswer> => {
    mustBeWithin(await limits.confirm(request));
    const confirmed = confirmSchema.safeParse(request.body);
    if (!confirmed.success) throw new InboxError(400);
    // Without its mark the browser can only use a link that has none yet.
    const browser = request.cookies[browserCookie] ?? newToken();
    const { email } = await sessions.start(request, reply, confirmed.data.token, browser);
    reply.clearCookie(browserCookie, cookieOptions);
    return { email };
  });

  app.get('/session', (request): SessionAnswer => {
    const { email } = sessions.of(request);
    return { email };
  });

  app.post('/sign-out', async (request, reply) => {
    const { tokenHash } = sessions.of(request);
    await sessions.end(request, reply);
    onEnd(tokenHash);
    return {};
  });
}

const quarterHour = 15 * 60;

function limitsOf({ log }: FastifyInstance, { trustsProxies, store }: SignInOptions) {
  const shared = store.quotas;
  const bySender = (what: string, requests: number) =>
    createRateLimit({ requests, seconds: quarterHour }, { what, trustsProxies, shared, log });
  return {
    sender: bySender('link for', 10),
    address: createCounter({ requests: 5, seconds: quarterHour }, shared, 'link to'),
    confirm: bySender('sign-in of', 30),
  };
}

/**
 * In milliseconds. A mail that went out with the answer would hold up the next request of the sender, who
 * could so tell who may sign in.
 */
const longestPause = 1_000;

/** Mails links in the background: the answer is the same whether a mail goes out, and when. */
function linkMailer(app: FastifyInstance, { siteUrl, transport }: SignInOptions) {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  return (to: string, token: string) => {
    if (transport === undefined) {
      app.log.warn(
        'somebody who may sign in asked for a link, and no mail is set: ./lodemark inbox-link ADDRESS prints one',
      );
      return;
    }
    const send = async () => {
      await pause(randomInt(longestPause), undefined, { signal: stopping.signal });
      const mail = composeMail(linkAddress(siteUrl, token));
      await transport.send({ ...mail, id: randomUUID(), to }, stopping.signal);
    };
    send().catch((error) => {
      const { code, log } = error instanceof DeliveryFailure ? error : { code: '', log: {} };
      app.log.error({ code, ...log }, 'a link to sign in was not mailed');
    });
  };
}

/** The mail with the link, in the provider's language. */
function composeMail(link: string): { subject: string; text: string; html: string } {
  const say = (text: string) => interpolate(text, { brand: brand.name });
  const { open, validity, unasked } = signInMail;
  const subject = say(signInMail.subject);
  const paragraphs = [say(open), link, say(validity), say(unasked)];
  const shown = paragraphs.map((text) => {
    const html = escapeHtml(text);
    return text === link ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
  });
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${brand.languages[0]}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>${shown.join('')}</html>`,
  };
}
