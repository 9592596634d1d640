import { minute } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { escapeHtml } from '../../visible-text.ts';
import type { Receipt } from '../delivery/channel.ts';

export interface MailContent {
  subject: string;
  text: string;
  /** Left out: a plain email. */
  html?: string;
}

export interface Mail extends MailContent {
  /** Goes into the Message-ID, so that a repeated email can be recognised. */
  id: string;
  /** All recipients of one email. */
  to: readonly string[];
  replyTo?: string | undefined;
}

/** A way to send emails from MAIL_FROM. */
export interface MailTransport {
  /** The server's name, for the operator. */
  server: string;
  /** Sends the email. Throws `DeliveryFailure` if no recipient was accepted. */
  send(mail: Mail, signal: AbortSignal): Promise<Receipt>;
}

/**
 * Milliseconds. A server may take ten minutes to accept a received email
 * (RFC 5321 §4.5.3.2.6): a sender that stops waiting earlier sends it twice.
 */
export const answerTimeout = 600_000;

/** Milliseconds after which an attempt to send is aborted. */
export const sendLimit = answerTimeout + minute;

export const testSubject = `Test from ${brand.name}`;

type Rows = readonly (readonly [label: string, text: string])[];

/** Rows for an email's text part, a line each, with aligned texts. */
export function listOf(rows: Rows): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`).join('\n');
}

/** The same rows for its HTML part. */
export function tableOf(rows: Rows): string {
  const cells = rows.map(
    ([label, text]) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<table cellpadding="4">${cells.join('')}</table>`;
}

export interface Link {
  label: string;
  url: string;
}

/** Links for an email's HTML part, large enough for a thumb. */
export function buttonsOf(links: readonly Link[]): string {
  const style =
    'display:inline-block;margin:0 8px 8px 0;padding:12px 16px;border:1px solid #14532d;border-radius:6px;text-decoration:none';
  const buttons = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`,
  );
  return links.length === 0 ? '' : `<p>${buttons.join(' ')}</p>`;
}

/** An email's HTML part: `body` is HTML already. */
export function htmlPage(heading: string, body: string): string {
  const title = escapeHtml(heading);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font-family:sans-serif;overflow-wrap:anywhere"><h1 style="font-size:20px">${title}</h1>${body}</body></html>`;
}

/** The text as HTML, with this address as a link: not every email program makes one. */
export function htmlWithLink(text: string, address = ''): string {
  const shown = escapeHtml(address);
  return escapeHtml(text).replace(shown, shown && `<a href="${shown}">${shown}</a>`);
}
