import { formatDay, formatExact, formatMoment } from '../../../booking/dates.ts';
import { type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import { sourceLabel } from '../../../booking/source.ts';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { filledIn, visibleText } from '../../visible-text.ts';
import { followUpDates, formatBothTimes } from '../leads/times.ts';
import { type LinkAction, linkToken } from '../mail/links.ts';
import type { Link } from '../mail/mail.ts';
import type { LeadNotice } from './channel.ts';

/** The first line about a lead in an email or a chat. */
export const noticeHeading = 'New call request';

/** The promised time of contact, in milliseconds since 1970. */
export function contactBy({ created_at }: StoredBooking, promise: ContactPromise | undefined) {
  return promise && deadlineOf(Date.parse(created_at), promise);
}

/** Returns a lead's details for the provider as labels and texts. Makes hidden characters visible. */
export function rowsOf(
  { booking, earlier }: Pick<LeadNotice, 'booking' | 'earlier'>,
  config: Config,
) {
  const { id, created_at, language, time_zone, source } = booking;
  const { contactPromise, calendar } = config;
  const { timeZone } = calendar;
  const deadline = contactBy(booking, contactPromise);
  const rows: [label: string, text: string | undefined][] = [
    ...filledIn(booking),
    ['Contact by', deadline === undefined ? undefined : formatMoment(deadline, timeZone)],
    ['Received', `${formatExact(created_at, timeZone)} (${timeZone})`],
    ['Their time', formatBothTimes(created_at, time_zone, timeZone)],
    ['Language', language === null ? undefined : languageName(language)],
    ['Source', source === null ? undefined : sourceLabel(source)],
    ['Asked before', earlierText(booking, earlier, timeZone)],
    ['Lead no.', String(id)],
  ];
  return rows.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}

/** 'German' for `de`. An unknown code stays as it is. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** How many earlier leads are listed, and how many characters of a name. */
const mostEarlierLeads = 3;
const longestName = 60;

/**
 * Omits other people's names, because a reply may quote the email, and a stranger may have entered the company's name.
 */
function earlierText(
  { email }: StoredBooking,
  earlier: readonly StoredBooking[],
  timeZone: string,
): string | undefined {
  if (earlier.length === 0) return undefined;
  const named = earlier.slice(0, mostEarlierLeads).map((lead) => {
    const isSame = comparable(lead.email) === comparable(email);
    const name = visibleText([...lead.name].slice(0, longestName).join(''));
    const who = isSame ? name : 'another address of the company';
    return `${formatDay(lead.created_at, timeZone)} by ${who}, ${outcomeOf(lead)} (no. ${lead.id})`;
  });
  const more = earlier.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function outcomeOf({ state, contacted_at }: StoredBooking): string {
  if (state === 'closed') return contacted_at === null ? 'closed' : 'contacted and closed';
  return state === 'new' ? 'not contacted yet' : 'contacted';
}

/** The inbox's address. Undefined if there is none, or if SITE_URL is not set: links would not work. */
export function inboxAddress({ publicUrl, inboxUsers }: Config): string | undefined {
  return publicUrl && inboxUsers ? `${publicUrl}/inbox` : undefined;
}

/** The link to the lead in the inbox. */
export function inboxLinks({ id }: StoredBooking, config: Config): Link[] {
  const inbox = inboxAddress(config);
  return inbox === undefined ? [] : [{ label: 'Open in the inbox', url: `${inbox}/leads/${id}` }];
}

/** A link that changes the lead without a sign-in. Empty if the site's address is not known. */
export function actionLink(
  label: string,
  action: LinkAction,
  { booking, secret, now }: Pick<LeadNotice, 'booking' | 'secret' | 'now'>,
  { publicUrl }: Config,
): Link[] {
  if (publicUrl === undefined) return [];
  return [{ label, url: `${publicUrl}/m/${linkToken(secret, action, booking, now)}` }];
}

/** The links for a new lead. */
export function leadLinks(notice: LeadNotice, config: Config): Link[] {
  return [
    ...inboxLinks(notice.booking, config),
    ...actionLink('Mark contacted', 'contacted', notice, config),
    ...followUpDates(notice.now, config.calendar).flatMap((date) =>
      actionLink(`Again on ${formatDay(date, 'UTC')}`, `again-${date}`, notice, config),
    ),
  ];
}
