import { PassThrough } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { bookingFields, bookingOf } from '../../booking/booking.ts';
import { brand } from '../../content/brand.ts';
import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { StoredBooking } from '../store/store.ts';
import { languageName, mail } from '../texts.ts';
import { escapeHtml, visibleText } from '../visible-text.ts';
import { type Channel, DeliveryFailure } from './channel.ts';

/**
 * Mail to the provider by SMTP. The Message-ID contains the delivery's id, so that a second mail
 * about the same booking can be recognised.
 */
export function mailChannel({ url, from, to }: NonNullable<Config['mail']>): Channel {
  const server = new URL(url);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  /** The Message-IDs of mails whose last byte was sent: the server may accept them from then on. */
  const sent = new Set<unknown>();
  const connect = async () => {
    // Loaded only here: many servers never send a mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      // A password is never sent in the clear, except to this machine.
      requireTLS: server.username !== '' && !isLoopback(server.hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
    });
    return transport.use('stream', ({ message, data }, done) => {
      message.transform(() => new PassThrough().on('end', () => sent.add(data.messageId)));
      done();
    });
  };
  const transport = connect();
  return {
    name: 'mail',
    target: `${to} through ${server.hostname}`,
    tryLimit: timeouts.socketTimeout + 60_000,
    async deliver({ id, booking, quarantined }, signal) {
      const messageId = `<${id}@${domain}>`;
      const replyTo = booking && { name: '', address: booking.email };
      try {
        const { response } = await (await transport).sendMail({
          ...(booking ? composeNotice(booking, quarantined) : composeTest()),
          from: { name: brand.name, address: from },
          to: { name: '', address: to },
          ...(replyTo && { replyTo }),
          messageId,
          // Asks for no out-of-office answers: RFC 3834 §5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        return response;
      } catch (error) {
        throw failureFrom(error, sent.has(messageId));
      } finally {
        sent.delete(messageId);
      }
    },
  };
}

/**
 * In milliseconds. A server may take ten minutes to say whether it accepts a mail that it has
 * (RFC 5321 §4.5.3.2.6): who stops waiting earlier sends it twice.
 */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 600_000 };

/**
 * Up to the DATA command every mail fails alike: same server, sender and recipient. A permanent
 * failure (5yz) from DATA on (RFC 5321 §4.1.1.4) can be about this one mail; a transient one (4yz)
 * says that the server cannot accept any now (§4.2.1). `sent`: it has the whole mail.
 */
function failureFrom(error: unknown, sent: boolean): DeliveryFailure {
  if (!isNodemailerError(error)) return new DeliveryFailure('rejected', 'MAIL', String(error));
  const { code = 'MAIL', command, responseCode } = error;
  if (sent && responseCode === undefined)
    return new DeliveryFailure(
      'unknown',
      'UNKNOWN',
      `The answer is unknown: the server has the mail and did not say whether it accepts it (${error.message})`,
    );
  const transient = responseCode !== undefined && responseCode < 500;
  const rejected = (command === 'DATA' || code === 'EMESSAGE') && !transient;
  const answered = responseCode === undefined ? code : `SMTP ${responseCode}`;
  return new DeliveryFailure(rejected ? 'rejected' : 'unavailable', answered, error.message);
}

function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error;
}

function composeNotice(booking: StoredBooking, quarantined: number) {
  const { labels } = mail;
  const values = bookingOf((field) => visibleText(booking[field]));
  const language = languageName(booking);
  const rows: [string, string][] = [
    ...bookingFields
      .filter((field) => values[field] !== '')
      .map((field): [string, string] => [labels[field], values[field]]),
    [labels.created_at, `${booking.created_at.slice(0, 19).replace('T', ' ')} ${mail.zone}`],
    ...(language === undefined ? [] : [[labels.language, language] satisfies [string, string]]),
    [labels.id, String(booking.id)],
  ];
  const sent = interpolate(mail.sent, { brand: brand.name });
  const { one, many } = mail.quarantined;
  const waiting = quarantined === 1 ? one : interpolate(many, { count: String(quarantined) });
  const closing = quarantined === 0 ? [mail.reply] : [mail.reply, waiting];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const list = rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const paragraphs = closing.map((line) => `<p>${escapeHtml(line)}</p>`);
  return {
    subject: interpolate(mail.subject, values),
    text: `${mail.heading}\n\n${list}\n\n${closing.join('\n\n')}\n\n-- \n${sent}\n`,
    html: htmlPage(
      mail.heading,
      `<table cellpadding="4">${cells.join('')}</table>${paragraphs.join('')}<p><small>${escapeHtml(sent)}</small></p>`,
    ),
  };
}

function composeTest() {
  const text = interpolate(mail.test.text, { brand: brand.name });
  return {
    subject: interpolate(mail.test.subject, { brand: brand.name }),
    text: `${mail.test.heading}\n\n${text}\n`,
    html: htmlPage(mail.test.heading, `<p>${escapeHtml(text)}</p>`),
  };
}

function htmlPage(heading: string, body: string): string {
  return `<!doctype html><html lang="${brand.languages[0]}"><meta charset="utf-8"><title>${escapeHtml(heading)}</title><h1>${escapeHtml(heading)}</h1>${body}</html>`;
}

/** Replaces `{name}` in one pass, so that braces in a visitor's text stay as they are. */
function interpolate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}
