import { bookingFields, bookingOf } from '../../booking/booking.ts';
import { brand } from '../../content/brand.ts';
import { mail } from '../../content/mail.ts';
import { escapedHtml } from '../http/escaped-html.ts';
import type { StoredBooking } from '../store/store.ts';
import { visibleText } from '../visible-text.ts';

/**
 * The subject with both parts of the mail; without a booking those of a test. `suspects`: how many
 * bookings wait set aside.
 */
export function composeMail(booking: StoredBooking | undefined, quarantined: number) {
  return booking === undefined ? test() : notice(booking, quarantined);
}

function notice(booking: StoredBooking, quarantined: number) {
  const { labels } = mail;
  const words = bookingOf((field) => visibleText(booking[field]));
  const rows: [string, string][] = [
    ...bookingFields.map((field): [string, string] => [labels[field], words[field]]),
    [labels.created_at, `${booking.created_at.slice(0, 19).replace('T', ' ')} ${mail.zone}`],
    [labels.id, String(booking.id)],
  ];
  const sent = fill(mail.sent, { brand: brand.name });
  const closing = [mail.reply, ...waiting(quarantined)];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const list = rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left">${escapedHtml(label)}</th><td>${escapedHtml(value)}</td></tr>`,
  );
  return {
    subject: fill(mail.subject, words),
    text: `${mail.heading}\n\n${list}\n\n${closing.join('\n\n')}\n\n-- \n${sent}\n`,
    html: page(
      mail.heading,
      `<table cellpadding="4">${cells.join('')}</table>${closing.map((line) => `<p>${escapedHtml(line)}</p>`).join('')}<p><small>${escapedHtml(sent)}</small></p>`,
    ),
  };
}

function waiting(quarantined: number): string[] {
  if (quarantined === 0) return [];
  const { one, many } = mail.quarantined;
  return [quarantined === 1 ? one : fill(many, { count: String(quarantined) })];
}

function test() {
  const subject = fill(mail.test.subject, { brand: brand.name });
  const text = fill(mail.test.text, { brand: brand.name });
  return {
    subject,
    text: `${mail.test.heading}\n\n${text}\n`,
    html: page(mail.test.heading, `<p>${escapedHtml(text)}</p>`),
  };
}

function page(heading: string, body: string): string {
  return `<!doctype html><html lang="${brand.language}"><meta charset="utf-8"><title>${escapedHtml(heading)}</title><h1>${escapedHtml(heading)}</h1>${body}</html>`;
}

/** In one pass, so that braces in a visitor's words stay as they are. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
