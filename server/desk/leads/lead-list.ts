import { bookingOf } from '../../../booking/booking.ts';
import { brand } from '../../../content/brand.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { visibleText } from '../../visible-text.ts';
import type { ChatMessage } from '../delivery/chat.ts';
import type { LeadNotice } from '../delivery/leases.ts';
import { composeMail, type Link, type MailContent } from '../mail/mail.ts';
import { actionLink, inboxLinks, type NoticeSettings } from '../mail/notice.ts';
import { formatMoment } from './times.ts';

/** The texts of a list of leads. */
export interface LeadListTexts {
  heading: string;
  intro: string;
  /** Parts of the subject: 'beforeName: NAME, COMPANY' for one lead, 'NUMBER afterNumber' for several. */
  subject: readonly [beforeName: string, afterNumber: string];
  closing: string;
  /** The link next to each lead. `name` is the link's action and also a command of ./lodemark. */
  action?: { label: string; name: 'contacted' | 'accept' };
}

/** An email or a message about several leads. */
export interface LeadList extends LeadListTexts, Pick<LeadNotice, 'secret' | 'now'> {
  leads: readonly StoredBooking[];
  settings: NoticeSettings;
}

/** The most leads that an email and a chat message list. Chat messages are shorter. */
const most = { mail: 20, chat: 10 };

export function leadListMail(list: LeadList): MailContent {
  const { heading, intro, subject, leads } = list;
  const { named, closing, links } = partsOf(list, most.mail);
  const [first, second] = leads;
  const only = first && !second && bookingOf((field) => visibleText(first[field]));
  return composeMail(
    only ? `${subject[0]}: ${only.name}, ${only.company_name}` : `${leads.length} ${subject[1]}`,
    heading,
    [
      intro,
      ...named.flatMap((lead) => [textOf(lead, list), { links: linksOf(lead, list) }]),
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

function partsOf({ leads, closing, action, settings: { inbox } }: LeadList, count: number) {
  const named = leads.slice(0, count);
  const more = leads.length - named.length;
  const command = action && `./lodemark ${action.name} ${named.map(({ id }) => id).join(' ')}`;
  return {
    named,
    closing: [
      ...(more > 0 ? [`… and ${more} more.`] : []),
      closing,
      ...(command && inbox === undefined ? [command] : []),
    ],
    links: inbox === undefined ? [] : [{ label: 'Open the inbox', url: inbox }],
  };
}

function linksOf(booking: StoredBooking, { action, settings, secret, now }: LeadList): Link[] {
  return [
    ...inboxLinks(booking, settings),
    ...(action ? actionLink(action.label, action.name, { booking, secret, now }, settings) : []),
  ];
}

function textOf(lead: StoredBooking, { settings }: LeadList): string {
  const { id, created_at, name, company_name, email } = lead;
  const asked = formatMoment(created_at, settings.calendar.timeZone);
  return visibleText(`${name}, ${company_name}, ${email}, ${asked} (no. ${id})`);
}
