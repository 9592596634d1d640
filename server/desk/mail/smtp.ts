import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity as checkIdentity } from 'node:tls';
import type { NodemailerError } from 'nodemailer';
import { brand } from '../../../content/brand.ts';
import { isLoopback, isPlainAddress } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { visibleWords } from '../../visible-text.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import {
  causeBy,
  causedFailure,
  certificateNames,
  type FailureCause,
  networkCauses,
} from '../delivery/failure-causes.ts';
import { answerTimeout, type MailTransport } from './mail.ts';

type Mailer = NonNullable<Config['mail']>;

/** Milliseconds that a mail server may take to be reached and to greet. */
interface GreetingLimits {
  connectionTimeout: number;
  greetingTimeout: number;
}

/** Less than the half minute that `doctor --send-test` has, so that it can name the cause. */
const usualLimits = { connectionTimeout: 25_000, greetingTimeout: 25_000 };

/** Sends emails by SMTP. */
export function smtpTransport(mail: Mailer, limits: GreetingLimits = usualLimits): MailTransport {
  const { url, from, siteUrl } = mail;
  const server = new URL(url);
  const domain = publicHost(siteUrl) ?? from.slice(from.lastIndexOf('@') + 1);
  // A password is never sent in the clear, except to this machine, where no one is on the way.
  const requireTLS = server.username !== '' && !isLoopback(server.hostname);
  const transport = connect(mail, { requireTLS, ...limits, tls: {} });
  return {
    server: server.hostname,
    async send({ id, to, replyTo, subject, ...body }, signal) {
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
          // Asks for no out-of-office answers: RFC 3834 §5.
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

/**
 * Whether emails to another machine travel without encryption, for instance if the server offers no STARTTLS.
 * Asks the server, and waits for ten seconds at most. False if it does not answer.
 */
export async function isUnencrypted(mail: Mailer): Promise<boolean> {
  const server = new URL(mail.url);
  const { protocol, username, hostname } = server;
  // A password requires TLS.
  if (protocol === 'smtps:' || username !== '' || isLoopback(hostname)) return false;
  let isPlain = true;
  // Only a TLS handshake calls it.
  const checkServerIdentity: typeof checkIdentity = (...names) => {
    isPlain = false;
    return checkIdentity(...names);
  };
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000 };
  const tls = { checkServerIdentity };
  const transport = await connect(mail, { requireTLS: false, ...limits, tls });
  const isReached = await transport.verify().catch(() => false);
  transport.close();
  return isReached && isPlain;
}

async function connect(
  { url, siteUrl }: Mailer,
  { tls, ...options }: GreetingLimits & { requireTLS: boolean; tls: ConnectionOptions },
) {
  // Loaded only here: many servers never send an email.
  const { createTransport } = await import('nodemailer');
  const host = publicHost(siteUrl);
  return createTransport({
    url,
    ...(host !== undefined && { name: host }),
    ...options,
    tls: { rejectUnauthorized: !isLoopback(new URL(url).hostname), ...tls },
    disableFileAccess: true,
    disableUrlAccess: true,
    socketTimeout: answerTimeout,
  });
}

/**
 * The site's host for the greeting of a mail server (RFC 5321 §4.1.1.1), an address in brackets (§4.1.3).
 * Undefined for localhost, whose name means nothing elsewhere.
 */
function publicHost(siteUrl: string): string | undefined {
  const { hostname } = new URL(siteUrl);
  if (isLoopback(hostname)) return undefined;
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`;
}

/**
 * Characters. A header's line has at most 998 octets (RFC 5322 §2.1.1), and a word of ASCII is not broken. The
 * body has the whole text.
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
  const says =
    response ?? certificateNames(error) ?? (/FAILED$/.test(cause) ? originalCode : undefined);
  // An answer after DATA may quote the visitor's words.
  const debug = command === 'DATA' ? undefined : error.message;
  return causedFailure(cause, { place, setting: 'SMTP_URL' }, says, debug);
}

/**
 * Up to the DATA command every email fails alike: same server, sender and recipient. A permanent
 * failure (5yz) from DATA on (RFC 5321 §4.1.1.4) can be about this one email; a transient one (4yz)
 * says that the server cannot accept any now (§4.2.1).
 */
function causeOf(error: NodemailerError, { protocol, port, username }: URL): FailureCause {
  const { code = '', originalCode = code, command = '', response = '', responseCode } = error;
  if (command === 'STARTTLS' || /^530.*STARTTLS/i.test(response)) return 'TLS_NOT_OFFERED';
  // Postfix says both at the recipient, and for now: 454 Relay access denied, 450 Sender address rejected.
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
