import { bookingOf } from '../../booking/booking.ts';
import { brand } from '../../content/brand.ts';
import type { ChatMessage } from '../delivery/chat.ts';
import { htmlPage, type Mail } from '../delivery/mail.ts';
import type { Lead } from '../store/lead.ts';
import { interpolate, mail } from '../texts.ts';
import { escapeHtml, visibleText } from '../visible-text.ts';
import { formatHours } from './report-words.ts';

/** What the provider is reminded of. */
export interface Reminder {
  /** The same for every try. */
  id: string;
  /** The oldest of the leads, and how many there are. */
  oldest: readonly Lead[];
  count: number;
  /** CONTACT_WITHIN_HOURS. */
  hours: number;
  /** The address of the inbox; undefined: there is none. */
  inbox: string | undefined;
}

const texts = mail.reminder;

/** The reminder as a mail, but for its address. */
export function reminderMail(reminder: Reminder): Omit<Mail, 'to'> {
  const { intro, leads, closing } = compose(reminder, 20);
  const lines = leads.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`));
  const items = leads.map(({ text, link }) => {
    const shown = escapeHtml(text);
    return `<li>${link === undefined ? shown : `<a href="${escapeHtml(link)}">${shown}</a>`}</li>`;
  });
  const paragraphs = closing.map((line) => `<p>${linked(escapeHtml(line), reminder.inbox)}</p>`);
  const body = `<p>${escapeHtml(intro)}</p><ul>${items.join('')}</ul>${paragraphs.join('')}`;
  const [first] = reminder.oldest;
  return {
    id: reminder.id,
    subject:
      reminder.count === 1 && first
        ? interpolate(
            texts.subject.one,
            bookingOf((field) => visibleText(first[field])),
          )
        : interpolate(texts.subject.many, { count: String(reminder.count) }),
    text: [texts.heading, intro, ...lines, ...closing, `-- \n${brand.name}\n`].join('\n\n'),
    html: htmlPage(texts.heading, body),
  };
}

/** The reminder as a message in a chat, which holds less. */
export function reminderMessage(reminder: Reminder): ChatMessage {
  const { intro, leads, closing } = compose(reminder, 10);
  const lines = leads.map(({ text }) => text.slice(0, 140));
  return { heading: `${texts.heading}. ${intro}`, lines, closing };
}

/** The inbox's address in this HTML as a link: not every mail program makes one of it. */
function linked(html: string, inbox: string | undefined): string {
  if (inbox === undefined) return html;
  const address = escapeHtml(inbox);
  return html.replace(address, () => `<a href="${address}">${address}</a>`);
}

/** With `most` of the leads by name. */
function compose({ oldest, count, hours, inbox }: Reminder, most: number) {
  const named = oldest.slice(0, most);
  const more = count - named.length;
  const ids = named.map(({ id }) => id).join(' ');
  return {
    intro: interpolate(texts.text, { duration: formatHours(hours) }),
    leads: named.map(({ id, created_at, name, company_name, email }) => ({
      text: visibleText(
        `${name}, ${company_name}, ${email}, ${created_at.slice(0, 16).replace('T', ' ')} ${mail.zone} (${id})`,
      ),
      link: inbox === undefined ? undefined : `${inbox}/leads/${id}`,
    })),
    closing: [
      ...(more > 0 ? [interpolate(texts.more, { count: String(more) })] : []),
      interpolate(texts.mark, { way: inbox ?? `./lodemark contacted ${ids}` }),
    ],
  };
}
