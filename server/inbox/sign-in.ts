import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Confirm, SessionAnswer, SignIn } from '../../site/inbox/api.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import type { MailTransport } from '../delivery/mail.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { LeadStore } from '../store/lead.ts';
import type { ConsumeQuota } from '../store/store.ts';
import { InboxError, mustBeWithin, parseOr400 } from './errors.ts';
import { cookieOptions, type Sessions } from './sessions.ts';
import { composeSignInMail } from './sign-in-mail.ts';
import { hashOf, isToken, linkAddress, linkLifetime, newToken } from './tokens.ts';

export interface SignInOptions {
  store: Pick<LeadStore, 'insertLink'>;
  users: readonly string[];
  siteUrl: string;
  /** Undefined: links come by the command line alone. */
  transport: MailTransport | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  limits: { sender: RateLimit; address: ConsumeQuota; confirm: RateLimit };
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
  const { store, users, now, limits } = options;
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
      const mail = composeSignInMail(linkAddress(siteUrl, token));
      await transport.send({ ...mail, id: randomUUID(), to }, stopping.signal);
    };
    send().catch((error) => {
      const { code, log } = error instanceof DeliveryFailure ? error : { code: '', log: {} };
      app.log.error({ code, ...log }, 'a link to sign in was not mailed');
    });
  };
}
