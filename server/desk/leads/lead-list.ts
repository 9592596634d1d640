import { bookingOf } from '../../../booking/booking.ts';
import { brand } from '../../../content/brand.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { visibleText } from '../../visible-text.ts';
import type { ChatMessage } from '../delivery/chat.ts';
import { composeMail, type Link, type MailContent } from '../mail/mail.ts';
import { formatMoment } from './times.ts';

/** An email or a message about several leads. */
export interface LeadList {
  heading: string;
  intro: string;
  /** Parts of the subject: 'beforeName: NAME, COMPANY' for one lead, 'NUMBER afterNumber' for several. */
  subject: readonly [beforeName: string, afterNumber: string];
  leads: readonly StoredBooking[];
  /** The links of each lead. */
  linksOf(lead: StoredBooking): readonly Link[];
  /** Advice about the named leads. */
  closing(named: readonly StoredBooking[]): string;
  /** The inbox's address. */
  inbox: string | undefined;
  timeZone: string;
}

/** The most leads that an email and a chat message list. Chat messages are shorter. */
const most = { mail: 20, chat: 10 };

export function leadListMail(list: LeadList): MailContent {
  const { heading, intro, subject, leads, linksOf } = list;
  const { named, closing, links } = partsOf(list, most.mail);
  const [first, second] = leads;
  const only = first && !second && bookingOf((field) => visibleText(first[field]));
  return composeMail(
    only ? `${subject[0]}: ${only.name}, ${only.company_name}` : `${leads.length} ${subject[1]}`,
    heading,
    [
      intro,
      ...named.flatMap((lead) => [textOf(lead, list), { links: linksOf(lead) }]),
      ...closing,
      { links },
      brand.name,
    ],
  );
}

export function leadListMessage(list: LeadList): ChatMessage {
  const { named, closing, links } = partsOf(list, most.chat);
  return {
    heading: `${list.heading}. ${list.intro}`,
    lines: named.map((lead) => textOf(lead, list).slice(0, 140)),
    closing: [...closing, ...links.map(({ label, url }) => `${label}: ${url}`)],
  };
}

function partsOf({ leads, closing, inbox }: LeadList, count: number) {
  const named = leads.slice(0, count);
  const more = leads.length - named.length;
  return {
    named,
    closing: [...(more > 0 ? [`… and ${more} more.`] : []), closing(named)],
    links: inbox === undefined ? [] : [{ label: 'Open the inbox', url: inbox }],
  };
}

function textOf(lead: StoredBooking, { timeZone }: LeadList): string {
  const { id, created_at, name, company_name, email } = lead;
  const asked = formatMoment(created_at, timeZone);
  return visibleText(`${name}, ${company_name}, ${email}, ${asked} (no. ${id})`);
}
