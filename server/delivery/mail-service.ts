import { createHash } from 'node:crypto';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import {
  type CausePatterns,
  causeBy,
  causedFailure,
  certificateNames,
  networkCauses,
} from './failure-causes.ts';
import type { Mail, MailTransport } from './mail.ts';

/** In milliseconds. */
const timeout = 60_000;

/** Sends mails by HTTP through the service that MAIL_URL names. */
export function serviceTransport({ url, from }: NonNullable<Config['mail']>): MailTransport {
  const { protocol, host, hostname, username: key, pathname: folder } = new URL(url);
  const requestOf = services[protocol];
  if (requestOf === undefined) throw new Error(`MAIL_URL has an unknown scheme: ${protocol}`);
  const sender = `"${brand.name.replace(/["\\]/g, '\\$&')}" <${from}>`;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const server = { place: host, setting: 'MAIL_URL' } as const;
  return {
    server: hostname,
    async send(mail, signal) {
      const sending = { ...mail, key, folder, from: sender, messageId: `<${mail.id}@${domain}>` };
      const { path, ...request } = requestOf(sending);
      const response = await fetch(`https://${host}${path}`, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        ...request,
      }).catch((error) => {
        const { cause = error } = error;
        const known = causeBy(networkCauses, String(cause.code)) ?? 'UNKNOWN';
        throw causedFailure(known, server, certificateNames(cause), cause.message);
      });
      const answer = `${response.status} ${await response.text().catch(() => '')}`;
      if (response.ok) return `HTTP ${answer}`;
      throw causedFailure(causeBy(answers, answer) ?? 'MAIL_REFUSED', server, `HTTP ${answer}`);
    },
  };
}

/** What a refusal means, by its status and body. Else it is about this one mail. */
const answers: CausePatterns = [
  // https://resend.com/docs/api-reference/errors
  [/^403 .*"validation_error"|"invalid_from_address"/, 'SENDER_REFUSED'],
  // https://postmarkapp.com/developer/api/overview#error-codes
  [/"ErrorCode": ?40[01]\b|"Message": ?"Invalid 'From'/, 'SENDER_REFUSED'],
  [/"ErrorCode": ?(405|412|413)\b/, 'ACCOUNT_REFUSED'],
  [/"ErrorCode": ?406\b/, 'RECIPIENT_REFUSED'],
  // https://documentation.mailgun.com/docs/mailgun/quickstart-guide/responses
  [/^403 .*not allowed to send/i, 'SENDER_REFUSED'],
  [/^40[13]/, 'LOGIN_REFUSED'],
  [/^(3|404|405)/, 'WRONG_ADDRESS'],
  [/^(5|408|409|421|429)/, 'LATER'],
];

/** `key` and `folder` are the user and the path of MAIL_URL; `from` has the sender's name too. */
type Sending = Mail & Record<'key' | 'folder' | 'from' | 'messageId', string>;
type Request = { path: string; headers: Record<string, string>; body: string | FormData };

const json = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** Asks for no out-of-office answers: RFC 3834 §5. */
const autoSubmitted = 'auto-generated';

const base64 = (content: string) => Buffer.from(content).toString('base64');

/** The services by the scheme of MAIL_URL. */
const services: Readonly<Record<string, (sending: Sending) => Request>> = {
  /** https://resend.com/docs/api-reference/emails/send-email */
  'resend:'({ id, key, from, to, replyTo, subject, text, html }) {
    const headers = { 'Auto-Submitted': autoSubmitted };
    const body = JSON.stringify({ from, to, reply_to: replyTo, subject, text, html, headers });
    // Resend refuses a key with another body, and the number of quarantined bookings in it may change.
    const hash = createHash('sha256').update(body).digest('base64url');
    return {
      path: '/emails',
      headers: { ...json, Authorization: `Bearer ${key}`, 'Idempotency-Key': `${id}/${hash}` },
      body,
    };
  },
  /** https://postmarkapp.com/developer/api/email-api */
  'postmark:': ({ key, messageId, from, to, replyTo, subject, text, html }) => ({
    path: '/email',
    headers: { ...json, 'X-Postmark-Server-Token': key },
    body: JSON.stringify({
      From: from,
      To: to,
      ReplyTo: replyTo,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      Headers: [
        { Name: 'Auto-Submitted', Value: autoSubmitted },
        { Name: 'Message-ID', Value: messageId },
        { Name: 'X-PM-KeepID', Value: 'true' },
      ],
    }),
  }),
  /** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
  'mailgun:'({ key, folder, messageId, from, to, replyTo, subject, text, html }) {
    const body = new FormData();
    const fields = { from, to, subject, text, html, 'h:Message-Id': messageId };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('h:Auto-Submitted', autoSubmitted);
    if (replyTo !== undefined) body.set('h:Reply-To', replyTo);
    const headers = { Authorization: `Basic ${base64(`api:${key}`)}` };
    return { path: `/v3${folder}/messages`, headers, body };
  },
};
