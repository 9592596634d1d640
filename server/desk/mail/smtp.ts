import { isIP } from 'node:net';
import type { NodemailerError } from 'nodemailer';
import { brand } from '../../../content/brand.ts';
import { isLoopback, isPlainAddress } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { visibleWords } from '../../visible-text.ts';
import {
  causeBy,
  causedFailure,
  certificateNames,
  DeliveryFailure,
  type FailureCause,
  networkCauses,
  type Receipt,
} from '../delivery/channel.ts';
import { answerTimeout, type Mail } from './mail.ts';

type Mailer = NonNullable<Config['mail']>;

/** How long to wait for a mail server's connection and greeting, in milliseconds. */
interface GreetingLimits {
  connectionTimeout: number;
  greetingTimeout: number;
}

/** Shorter than the 30 seconds of `doctor --send-test`, so that it can report the cause. */
const usualLimits = { connectionTimeout: 25_000, greetingTimeout: 25_000 };

export type MailTransport = ReturnType<typeof smtpTransport>;

/** Creates a transport that sends emails from MAIL_FROM by SMTP. `server` is its name, for the operator. */
export function smtpTransport(mail: Mailer, limits: GreetingLimits = usualLimits) {
  const { url, from, siteUrl } = mail;
  const server = new URL(url);
  const domain = publicHost(siteUrl) ?? from.slice(from.lastIndexOf('@') + 1);
  const transport = connect(mail, limits);
  return {
    server: server.hostname,
    /** Sends the email. Throws `DeliveryFailure` if no recipient was accepted. */
    async send({ id, to, replyTo, subject, ...body }: Mail, signal: AbortSignal): Promise<Receipt> {
      const messageId = `<${id}@${domain}>`;
      try {
        const sent = await (await transport).sendMail({
          ...body,
          subject: cut(subject, longestSubject),
          from: { name: brand.name, address: from },
          to: to.map((address) => ({ name: '', address })),
          ...(replyTo !== undefined &&
            isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
          messageId,
          // Prevents out-of-office replies (RFC 3834 §5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        const refused = sent.rejected.map(String).join(', ');
        return {
          answer: visibleWords(sent.response),
          ...(refused !== '' && { refused: `${server.hostname} refused ${refused}` }),
        };
      } catch (error) {
        throw failureFrom(error, server);
      }
    },
  };
}

/** Whether emails to another machine may travel without encryption: the server may not offer STARTTLS. */
export function mayBeUnencrypted({ url }: Mailer): boolean {
  const server = new URL(url);
  return server.protocol === 'smtp:' && !requiresTls(server) && !isLoopback(server.hostname);
}

/** A password is never sent without TLS, except to this machine. */
function requiresTls({ username, hostname }: URL): boolean {
  return username !== '' && !isLoopback(hostname);
}

/** Loads nodemailer on demand, because many servers never send an email. */
async function connect({ url, siteUrl }: Mailer, limits: GreetingLimits) {
  const { createTransport } = await import('nodemailer');
  const server = new URL(url);
  const host = publicHost(siteUrl);
  return createTransport({
    url,
    ...(host !== undefined && { name: host }),
    ...limits,
    requireTLS: requiresTls(server),
    tls: { rejectUnauthorized: !isLoopback(server.hostname) },
    disableFileAccess: true,
    disableUrlAccess: true,
    socketTimeout: answerTimeout,
  });
}

/**
 * The site's host for the EHLO command (RFC 5321 §4.1.1.1). An IP address is in brackets (§4.1.3).
 * Undefined for localhost, a name that means nothing to another machine.
 */
function publicHost(siteUrl: string): string | undefined {
  const { hostname } = new URL(siteUrl);
  if (isLoopback(hostname)) return undefined;
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`;
}

/**
 * Characters. A header line has at most 998 octets (RFC 5322 §2.1.1), and a long ASCII word cannot be folded.
 * The body has the whole text.
 */
const longestSubject = 250;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

function failureFrom(error: unknown, server: URL): DeliveryFailure {
  if (!(error instanceof Error)) return new DeliveryFailure('MAIL', String(error));
  const known: NodemailerError = error;
  const { code = 'MAIL', originalCode = code, command, response } = known;
  const place = `${server.hostname}:${server.port || (server.protocol === 'smtps:' ? 465 : 587)}`;
  const cause = causeOf(known, server);
  const details =
    response ?? certificateNames(error) ?? (/FAILED$/.test(cause) ? originalCode : undefined);
  // An answer to DATA may quote the visitor's text.
  const debug = command === 'DATA' ? undefined : error.message;
  return causedFailure(cause, { place, setting: 'SMTP_URL' }, details, debug);
}

/**
 * A failure before the DATA command affects every email, because server, sender and recipient are the same.
 * A permanent failure (5yz) of DATA (RFC 5321 §4.1.1.4) can be about this one email. A transient
 * failure (4yz) means that the server accepts no email now (§4.2.1).
 */
function causeOf(error: NodemailerError, { protocol, port, username }: URL): FailureCause {
  const { code = '', originalCode = code, command = '', response = '', responseCode } = error;
  if (command === 'STARTTLS' || /^530.*STARTTLS/i.test(response)) return 'TLS_NOT_OFFERED';
  // Postfix answers RCPT TO with both, as transient failures: 454 Relay access denied, 450 Sender address rejected.
  if (command === 'RCPT TO' && username === '' && /relay/i.test(response)) return 'LOGIN_REQUIRED';
  if (command === 'RCPT TO' && /sender/i.test(response)) return 'SENDER_REFUSED';
  if (responseCode !== undefined && responseCode < 500) return 'LATER';
  if (code === 'EMESSAGE' || command === 'DATA') return 'MAIL_REFUSED';
  if (code === 'EAUTH') return 'LOGIN_REFUSED';
  if (responseCode === undefined) {
    if (code === 'EABORT') return 'TIMEOUT';
    if (code === 'EPROTOCOL') return 'NO_MAIL_SERVER';
    if (code === 'ETIMEDOUT' && error.timeoutType !== 'CONNECT_TIMEOUT')
      return protocol === 'smtp:' && port === '465' ? 'TLS_EXPECTED' : 'SILENT';
    const cause =
      causeBy(networkCauses, originalCode) ?? causeBy(networkCauses, code) ?? 'CONNECTION_FAILED';
    return cause === 'TLS_NOT_SPOKEN' && protocol === 'smtp:' ? 'TLS_FAILED' : cause;
  }
  if (responseCode === 530) return 'LOGIN_REQUIRED';
  if (command === 'MAIL FROM') return 'SENDER_REFUSED';
  if (command === 'RCPT TO') return 'RECIPIENT_REFUSED';
  return 'MACHINE_REFUSED';
}
