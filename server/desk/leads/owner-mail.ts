import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { findBooking } from '../../store/booking-details.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { inboxLinks, noticeSettingsOf } from '../mail/notice.ts';
import { reasonOf } from './reminders.ts';
import { createListSender } from './send-list.ts';

/** Milliseconds: the time for all attempts of an email, and the pause after a failure. */
const limits = { whole: 60 * 60_000, pause: 60_000 };

/** Emails a lead to its new owner in the background. Undefined if email is not set up. */
export function createOwnerMail(config: Config, store: Store, log: Logger, stop: AbortSignal) {
  const send = config.mail && createListSender(config, store);
  if (send === undefined) return undefined;
  const settings = noticeSettingsOf(config);
  return async (id: number, owner: string): Promise<void> => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.whole)]);
    while (!signal.aborted) {
      try {
        const lead = (await findBooking(store, id))?.booking;
        // It was erased, or given to another person meanwhile.
        if (lead?.owner !== owner) return;
        return await send(listOf(lead), signal, owner);
      } catch (error) {
        log.error({ booking: id }, `an email to the owner of a lead failed: ${reasonOf(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, limits.pause).unref());
    }
  };

  function listOf(lead: StoredBooking) {
    return {
      heading: 'This lead is yours now',
      intro: 'You are the owner of this lead:',
      subject: ['Yours now', 'leads are yours now'],
      leads: [lead],
      linksOf: (one: StoredBooking) => inboxLinks(one, settings),
      closing: () => "The filter 'mine' shows your leads.",
      inbox: undefined,
      timeZone: config.calendar.timeZone,
    } as const;
  }
}
