import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { minute } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import type { Config } from '../../config/config.ts';
import { failureOf } from '../delivery/channel.ts';
import { composeMail, type MailContent, sendMail } from '../mail/mail.ts';
import { linkAddress, linkLifetime } from './sessions.ts';

/**
 * Milliseconds. The email is prepared and sent after a random pause. Otherwise this work would delay the sender's next
 * request, and so reveal who may sign in.
 */
const longestPause = 1_000;

/** Milliseconds. A greylisting server accepts an email a few minutes after it has refused it. */
const retryPause = minute;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time).unref());

/**
 * Emails the link in the background, and retries while the link is valid. The HTTP response does not depend on
 * the result. Does nothing after the pause if there is no user.
 */
export async function mailLink(
  to: string | undefined,
  token: string,
  { config: { siteUrl, mail }, log }: { config: Config; log: FastifyBaseLogger },
  stop: AbortSignal,
): Promise<void> {
  await pause(randomInt(longestPause));
  if (to === undefined) return;
  if (mail === undefined)
    return log.warn(
      'a user asked for a sign-in link, but email is not set up: ./lodemark inbox-link ADDRESS prints one',
    );
  const link = { ...composeLink(linkAddress(siteUrl, token)), id: randomUUID(), to: [to] };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(linkLifetime)]);
  while (!signal.aborted) {
    try {
      return void (await sendMail(mail, link, signal));
    } catch (error) {
      const { code, reason } = failureOf(error);
      log.error({ code, reason }, 'a sign-in link was not emailed');
    }
    await pause(retryPause);
  }
}

function composeLink(url: string): MailContent {
  const subject = `Sign in to the inbox of ${brand.name}`;
  return composeMail(subject, subject, [
    'Open this link in the browser in which you asked for it, and press the button there:',
    { links: [{ label: 'Sign in', url }] },
    'The link works once, for ten minutes.',
    'If you did not ask for this, ignore it. The link works only in the browser that asked.',
  ]);
}
