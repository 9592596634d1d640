import { bookingOf } from '../../../booking/booking.ts';
import { brand } from '../../../content/brand.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { escapeHtml, visibleText } from '../../visible-text.ts';
import type { ChatMessage } from '../delivery/chat.ts';
import { htmlPage, htmlWithLink, type Link, type MailContent } from '../mail/mail.ts';
import { formatMoment } from './times.ts';

/** An email or a message about several leads. */
export interface LeadList {
  heading: string;
  intro: string;
  /** The subject, before the name of the only lead and after the number of several. */
  subject: readonly [beforeName: string, afterNumber: string];
  leads: readonly StoredBooking[];
  /** The links of each lead. */
  linksOf(lead: StoredBooking): readonly Link[];
  /** Advice about the named leads. */
  closing(named: readonly StoredBooking[], inbox: string | undefined): string;
  /** The inbox's address, which becomes a link in the closing. */
  inbox: string | undefined;
  timeZone: string;
}

/** The most leads named in an email, and in a chat, which holds less. */
const most = { mail: 20, chat: 10 };

export function leadListMail(list: LeadList): MailContent {
  const { heading, intro, subject, leads, linksOf, inbox } = list;
  const { named, closing } = partsOf(list, most.mail);
  const shown = named.map((lead) => ({ text: textOf(lead, list), links: linksOf(lead) }));
  const lines = shown.map(({ text, links }) =>
    [text, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  );
  const items = shown.map(({ text, links }) => {
    const anchors = links.map(
      ({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
    );
    return `<li>${[escapeHtml(text), ...anchors].join('<br>')}</li>`;
  });
  const paragraphs = closing.map((line) => `<p>${htmlWithLink(line, inbox)}</p>`);
  const [first, second] = leads;
  const only = first && !second && bookingOf((field) => visibleText(first[field]));
  return {
    subject: only
      ? `${subject[0]}: ${only.name}, ${only.company_name}`
      : `${leads.length} ${subject[1]}`,
    text: [heading, intro, ...lines, ...closing, `-- \n${brand.name}\n`].join('\n\n'),
    html: htmlPage(
      heading,
      `<p>${escapeHtml(intro)}</p><ul>${items.join('')}</ul>${paragraphs.join('')}`,
    ),
  };
}

export function leadListMessage(list: LeadList): ChatMessage {
  const { named, closing } = partsOf(list, most.chat);
  const lines = named.map((lead) => textOf(lead, list).slice(0, 140));
  return { heading: `${list.heading}. ${list.intro}`, lines, closing };
}

function partsOf({ leads, closing, inbox }: LeadList, count: number) {
  const named = leads.slice(0, count);
  const more = leads.length - named.length;
  return { named, closing: [...(more > 0 ? [`… and ${more} more.`] : []), closing(named, inbox)] };
}

function textOf(lead: StoredBooking, { timeZone }: LeadList): string {
  const { id, created_at, name, company_name, email } = lead;
  const asked = formatMoment(created_at, timeZone);
  return visibleText(`${name}, ${company_name}, ${email}, ${asked} (no. ${id})`);
}
