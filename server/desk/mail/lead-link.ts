import { bookingOf } from '../../../booking/booking.ts';
import { findBooking, type StoredBooking } from '../../store/bookings.ts';
import { visibleText } from '../../visible-text.ts';
import { acceptBookings, changeLeads, type LeadChange } from '../leads/leads.ts';
import { formatDay, formatMoment, morningOf } from '../leads/times.ts';
import type { LinkAction, LinkContext, LinkPage, MailLink } from './links.ts';

/** The name in the history. A link does not prove who opened it. */
const who = 'mail';

/** The lead of a link and its action, with no more details than the email had. */
export async function openLead(
  { id, createdAt, action }: MailLink,
  now: number,
  context: LinkContext,
): Promise<LinkPage> {
  const lead = (await findBooking(context.store, id))?.booking;
  if (lead?.created_at !== createdAt) return { status: 410, title: 'This lead was erased.' };
  const shown = bookingOf((field) => visibleText(lead[field]));
  return {
    ...pageOf(lead, action, now, context),
    lead: `${shown.name}, ${shown.company_name}`,
    ...(context.config.inboxUsers && { inbox: `/inbox/leads/${id}` }),
  };
}

function pageOf(
  lead: StoredBooking,
  action: LinkAction,
  now: number,
  { store, config: { calendar } }: LinkContext,
): LinkPage {
  const { id, version, state, contacted_at, follow_up_at } = lead;
  const { timeZone } = calendar;
  /** Acts only if the lead has not changed: if two people press the button, the second changes nothing. */
  const button = (name: string, change: Omit<LeadChange, 'who'>) => ({
    name,
    press: () => changeLeads(store, [{ id, version }], { ...change, who }),
  });
  if (action === 'accept') {
    if (state !== 'quarantined')
      return { title: 'This lead is in the list. It is not marked as spam.' };
    const press = () => acceptBookings(store, [id], who);
    return { title: 'Mark this lead as not spam?', button: { name: 'Not spam', press } };
  }
  if (state === 'quarantined')
    return { title: 'This lead looks like spam. Mark it as not spam first.' };
  if (state === 'closed') return { title: 'This lead is closed.' };
  if (action === 'contacted')
    return state === 'new'
      ? { title: 'Have you contacted them?', button: button('Mark contacted', { state: action }) }
      : { title: `Marked as contacted on ${formatMoment(contacted_at ?? now, timeZone)}.` };
  const date = action.slice('again-'.length);
  const at = morningOf(date, now, calendar);
  const day = formatDay(date, 'UTC');
  if (at === undefined) return { title: `${day} is no longer in the future.` };
  if (at === follow_up_at) return { title: `This lead comes back on ${day}.` };
  const title =
    follow_up_at === null
      ? `Take this lead off the list until ${day}?`
      : `This lead comes back on ${formatDay(follow_up_at, timeZone)}.`;
  return { title, button: button(`Again on ${day}`, { followUp: { date, at } }) };
}
