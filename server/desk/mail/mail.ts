import { isIP } from 'node:net';
import type { NodemailerError } from 'nodemailer';
import { minute } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { isLoopback, isPlainAddress } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { escapeHtml, visibleWords } from '../../visible-text.ts';
import { connectionAdvice, DeliveryFailure, type Receipt } from '../delivery/channel.ts';

export type MailSettings = NonNullable<Config['mail']>;

export interface MailContent {
  subject: string;
  text: string;
  /** Omitted: a plain-text email. */
  html?: string;
}

interface Mail extends MailContent {
  /** Part of the Message-ID, so that a duplicate can be detected. */
  id: string;
  /** All recipients of one email. */
  to: readonly string[];
  /** Omitted from the email unless it is a plain address, because strict servers refuse others. */
  replyTo?: string | undefined;
}

/**
 * Milliseconds. A server may take ten minutes to accept an email that it has received
 * (RFC 5321 §4.5.3.2.6). A sender that gives up earlier sends it twice.
 */
const answerTimeout = 10 * minute;

/** Milliseconds after which an attempt to send is aborted. */
export const sendLimit = answerTimeout + minute;

/**
 * How long to wait for a mail server's connection and greeting, in milliseconds. Shorter than the 30 seconds of
 * `doctor --send-test`, so that it can report the cause.
 */
const greetingLimits = { connectionTimeout: 25_000, greetingTimeout: 25_000 };

/**
 * Characters. A header line has at most 998 octets (RFC 5322 §2.1.1), and a long ASCII word cannot be folded.
 * The body has the whole text.
 */
const longestSubject = 250;

/** Sends the email from MAIL_FROM by SMTP. Throws `DeliveryFailure` if no recipient was accepted. */
export async function sendMail(
  { url, from, siteUrl }: MailSettings,
  { id, to, replyTo, subject, ...body }: Mail,
  signal: AbortSignal,
): Promise<Receipt> {
  const server = new URL(url);
  const host = publicHost(siteUrl);
  // Loaded on demand, because many servers never send an email.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    ...(host !== undefined && { name: host }),
    ...greetingLimits,
    requireTLS: requiresTls(server),
    tls: { rejectUnauthorized: !isLoopback(server.hostname) },
    disableFileAccess: true,
    disableUrlAccess: true,
    socketTimeout: answerTimeout,
  });
  const isShort = subject.length <= longestSubject;
  try {
    const sent = await transport.sendMail({
      ...body,
      subject: isShort ? subject : `${subject.slice(0, longestSubject - 1).toWellFormed()}…`,
      from: { name: brand.name, address: from },
      to: to.map((address) => ({ name: '', address })),
      ...(replyTo !== undefined &&
        isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
      messageId: `<${id}@${host ?? from.slice(from.lastIndexOf('@') + 1)}>`,
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
}

/** Whether emails to another machine may travel without encryption: the server may not offer STARTTLS. */
export function mayBeUnencrypted({ url }: MailSettings): boolean {
  const server = new URL(url);
  return server.protocol === 'smtp:' && !requiresTls(server) && !isLoopback(server.hostname);
}

/** A password is never sent without TLS, except to this machine. */
function requiresTls({ username, hostname }: URL): boolean {
  return username !== '' && !isLoopback(hostname);
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

function failureFrom(error: unknown, { protocol, hostname, port }: URL): DeliveryFailure {
  if (!(error instanceof Error)) return new DeliveryFailure('MAIL', String(error));
  const known: NodemailerError = error;
  const { code: kind = 'MAIL', originalCode = kind, command = '', responseCode } = known;
  // A server without STARTTLS answers with any code.
  const hasAnswer = responseCode !== undefined && kind !== 'ETLS';
  const code = hasAnswer ? `SMTP ${responseCode}` : originalCode;
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  const message = `${code}: ${place}: ${error.message}. ${adviceFor(known, code)}`;
  // An answer about recipient or text may quote an address or the visitor's text.
  const isAboutMail = hasAnswer && /^(RCPT TO|DATA)$/.test(command);
  return new DeliveryFailure(code, message, {
    reason: isAboutMail ? undefined : error.message,
    isRefusal: isRefusal(known),
  });
}

/**
 * Whether the server refused this recipient or this text for good. A failure before, or one that is about the sender
 * or the login, affects every email until the provider fixes it.
 */
function isRefusal({ code, command, permanent, response = '' }: NodemailerError): boolean {
  if (permanent === undefined) return code === 'EMESSAGE';
  const isAboutRecipient = command === 'RCPT TO' && !/relay|sender/i.test(response);
  return permanent && (isAboutRecipient || command === 'DATA');
}

function adviceFor(error: NodemailerError, code: string): string {
  const advice = settingAdvice(error, code);
  return error.permanent === false
    ? `Deliveries are retried automatically. If this continues: ${advice}`
    : advice;
}

function settingAdvice({ command = '', response = '' }: NodemailerError, code: string): string {
  if (code === 'ETLS' || /STARTTLS/i.test(response))
    return 'Use smtps:// and port 465 in SMTP_URL, or enable STARTTLS on the server';
  if (command.startsWith('AUTH'))
    return 'Correct user and password in SMTP_URL, with %40 for @. It may need an app password';
  // Postfix refuses the sender and the relay only at RCPT TO.
  if (command === 'RCPT TO' && /relay/i.test(response)) return 'Add a login to SMTP_URL';
  if (command === 'MAIL FROM' || (command === 'RCPT TO' && /sender/i.test(response)))
    return 'Set MAIL_FROM to an address that it may send for, or add a login to SMTP_URL';
  if (command === 'RCPT TO') return 'Correct NOTIFY_EMAIL, or add a login to SMTP_URL';
  if (command === 'DATA') return 'If it names SPF, DKIM or DMARC, see docs/email.md';
  return connectionAdvice(code, 'SMTP_URL');
}

export const testSubject = `Test from ${brand.name}`;

export interface Link {
  label: string;
  url: string;
}

/** A paragraph, a list of labels and texts, or links. */
export type MailPart =
  | string
  | { heading?: string; rows: readonly (readonly [label: string, text: string])[] }
  | { links: readonly Link[] };

/** Composes an email as plain text and as HTML. Both contain the heading and all parts. */
export function composeMail(subject: string, heading: string, parts: readonly MailPart[]) {
  const title = escapeHtml(heading);
  const body = parts.map(htmlOf).join('');
  return {
    subject,
    text: `${[heading, ...parts.map(textOf)].filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font-family:sans-serif;overflow-wrap:anywhere"><h1 style="font-size:20px">${title}</h1>${body}</body></html>`,
  };
}

/** Puts each row on its own line and aligns the texts. */
function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('links' in part) return part.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n');
  const width = Math.max(...part.rows.map(([label]) => label.length)) + 2;
  const lines = part.rows.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`);
  return [...(part.heading ? [part.heading] : []), ...lines].join('\n');
}

/** Large enough for a thumb. */
const buttonStyle =
  'display:inline-block;margin:0 8px 8px 0;padding:12px 16px;border:1px solid #14532d;border-radius:6px;text-decoration:none';

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('links' in part) {
    const links = part.links.map(
      ({ label, url }) =>
        `<a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(label)}</a>`,
    );
    return links.length === 0 ? '' : `<p>${links.join(' ')}</p>`;
  }
  const rows = part.rows.map(
    ([label, text]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  const heading = part.heading ? `<h2 style="font-size:16px">${escapeHtml(part.heading)}</h2>` : '';
  return `${heading}<table cellpadding="4">${rows.join('')}</table>`;
}
