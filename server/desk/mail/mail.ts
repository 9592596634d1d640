import { bookingOf } from '../../../booking/booking.ts';
import { brand } from '../../../content/brand.ts';
import { isPlainAddress } from '../../config/addresses.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { filledIn } from '../../texts.ts';
import { escapeHtml, visibleText } from '../../visible-text.ts';
import type { Channel, Receipt } from '../delivery/channel.ts';

export interface Mail {
  /** Goes into the Message-ID, so that a second mail about the same thing can be recognised. */
  id: string;
  /** All of them get one mail. */
  to: readonly string[];
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
}

/** A way to send mails from MAIL_FROM. */
export interface MailTransport {
  /** The server's name, for the operator. */
  server: string;
  /** Sends the mail. Throws `DeliveryFailure` where no recipient was accepted. */
  send(mail: Mail, signal: AbortSignal): Promise<Receipt>;
}

/**
 * In milliseconds. A server may take ten minutes to say whether it accepts a mail that it has
 * (RFC 5321 §4.5.3.2.6): who stops waiting earlier sends it twice.
 */
export const answerTimeout = 600_000;

/** After how long a try to send is aborted, in milliseconds. */
export const sendLimit = answerTimeout + 60_000;

/** What an email or a chat says first of a booking. */
export const noticeHeading = 'New call request';

export const testSubject = `Test from ${brand.name}`;

/** Mail to the provider, at the addresses `to`. */
export function mailChannel(transport: MailTransport, to: readonly string[]): Channel {
  return {
    name: 'mail',
    target: `${to.join(', ')} through ${transport.server}`,
    tryLimit: sendLimit,
    deliver({ id, booking, quarantined }, signal) {
      const message = booking ? composeNotice(booking, quarantined) : composeTest();
      const replyTo = booking && isPlainAddress(booking.email) ? booking.email : undefined;
      return transport.send({ ...message, id, to, replyTo }, signal);
    },
  };
}

function composeNotice(booking: StoredBooking, quarantined: number) {
  const rows = rowsOf(booking);
  const shown = bookingOf((field) => visibleText(booking[field]));
  const sent = `Sent by ${brand.name}. If this email arrives twice, both copies carry the same booking number.`;
  const answer = isPlainAddress(booking.email)
    ? 'Reply to this email to answer.'
    : `Write to ${shown.email} to answer.`;
  const closing = [answer, ...quarantinedText(quarantined)];
  const paragraphs = closing.map((line) => `<p>${escapeHtml(line)}</p>`);
  return {
    subject: `Call request from ${shown.name}, ${shown.company_name}`,
    text: `${noticeHeading}\n\n${listOf(rows)}\n\n${closing.join('\n\n')}\n\n-- \n${sent}\n`,
    html: htmlPage(
      noticeHeading,
      `${tableOf(rows)}${paragraphs.join('')}<p><small>${escapeHtml(sent)}</small></p>`,
    ),
  };
}

function composeTest() {
  const heading = 'This is a test';
  const text = `Email from ${brand.name} reaches you. Requests from visitors will arrive like this.`;
  return {
    subject: testSubject,
    text: `${heading}\n\n${text}\n`,
    html: htmlPage(heading, `<p>${escapeHtml(text)}</p>`),
  };
}

/** What the provider reads of a booking, a label and a text each; hidden characters can be seen. */
export function rowsOf(booking: StoredBooking): [label: string, text: string][] {
  const { id, created_at, language } = booking;
  // The provider reads English.
  const isForeign = language !== null && language !== 'en';
  return [
    ...filledIn(bookingOf((field) => visibleText(booking[field]))),
    ['Received', `${created_at.slice(0, 19).replace('T', ' ')} UTC`],
    ...(isForeign ? [['Language', language] satisfies [string, string]] : []),
    ['Booking no.', String(id)],
  ];
}

/** That so many bookings are quarantined; nothing for none. */
export function quarantinedText(count: number): string[] {
  if (count === 0) return [];
  const kept =
    count === 1
      ? 'One request looks like spam. It was kept, not mailed'
      : `${count} requests look like spam. They were kept, not mailed`;
  return [`${kept}: ./lodemark list --quarantined`];
}

type Rows = readonly (readonly [label: string, text: string])[];

/** Rows for a mail's text part, a line each, the texts below one another. */
export function listOf(rows: Rows): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`).join('\n');
}

/** The same rows for its HTML part. */
export function tableOf(rows: Rows): string {
  const cells = rows.map(
    ([label, text]) =>
      `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<table cellpadding="4">${cells.join('')}</table>`;
}

/** A mail's HTML part: `body` is HTML already. */
export function htmlPage(heading: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(heading)}</title><h1>${escapeHtml(heading)}</h1>${body}</html>`;
}

/** The text as HTML, this address in it as a link: not every mail program makes one of it by itself. */
export function htmlWithLink(text: string, address = ''): string {
  const shown = escapeHtml(address);
  return escapeHtml(text).replace(shown, shown && `<a href="${shown}">${shown}</a>`);
}
