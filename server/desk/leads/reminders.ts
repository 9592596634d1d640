import type { Logger } from 'pino';
import { bookingOf } from '../../../booking/booking.ts';
import { ageOfLate, type ContactPromise, deadlineOf } from '../../../booking/deadline.ts';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import { logWhenChanged } from '../../outage-log.ts';
import { findSecret, findTime, type StoredBooking } from '../../store/bookings.ts';
import type { Store } from '../../store/store.ts';
import { DeliveryFailure, type Receipt } from '../delivery/channel.ts';
import { postToChat } from '../delivery/chat.ts';
import { callWebhook } from '../delivery/webhook.ts';
import { acquireJob, noticeId, releaseJob } from '../jobs.ts';
import { sendLimit } from '../mail/mail.ts';
import { actionLink, inboxLinks, type NoticeSettings, noticeSettingsOf } from '../mail/notice.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { type LeadList, leadListMail, leadListMessage } from './lead-list.ts';
import { listOverdue, markReminded } from './overdue.ts';

/** Milliseconds that one server has to send a reminder or a report: longer than an email may take. */
export const leaseFor = sendLimit + 4 * 60_000;

/** One server at a time reminds. */
const job = 'reminders';

/** How many leads one reminder is about at most: more are in the next, a minute later. */
const most = 2_000;

/** How many of the oldest a call of the webhook names. */
const mostNamed = 100;

/**
 * Returns a check for leads that no one contacted within CONTACT_WITHIN. It reminds the provider of
 * each once: by one email, one call of the webhook and one message in the chat for all of them.
 * A failed reminder is sent again when the lease has ended. Undefined if CONTACT_WITHIN or every
 * channel is not set.
 */
export function createReminders(config: Config, store: Store, log: Logger) {
  const { contactPromise: promise, mail, webhook, chat } = config;
  if (promise === undefined || !(mail || webhook || chat)) return undefined;
  const transport = mail && smtpTransport(mail);
  const settings = noticeSettingsOf(config);
  const logFailure = logWhenChanged(log);
  return async (stop: AbortSignal): Promise<void> => {
    const now = await findTime(store);
    const age = ageOfLate(now, promise);
    // This check takes no lease, because it usually finds nothing.
    if ((await listOverdue(store, age, 1)).length === 0) return;
    if (!(await acquireJob(store, job, leaseFor))) return;
    const leads = await listOverdue(store, age, most);
    const about = `${leads[0]?.created_at} ${leads.map((lead) => lead.id).join()}`;
    const id = await noticeId(store, about);
    const secret = await findSecret(store);
    const list = listOf(leads, settings, (booking) => [
      ...inboxLinks(booking, settings),
      ...actionLink('Mark contacted', 'contacted', { booking, secret, now }, settings),
    ]);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
    const sends: Record<string, Promise<Receipt>> = {};
    if (mail && transport)
      sends.mail = transport.send({ ...leadListMail(list), id, to: mail.to }, signal);
    if (webhook) sends.webhook = callWebhook(webhook, id, eventOf(leads, promise), signal);
    if (chat) sends.chat = postToChat(chat, leadListMessage(list), signal);
    const names = Object.keys(sends);
    const results = await Promise.allSettled(Object.values(sends));
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [`by ${names[index]}: ${reasonOf(result.reason)}`] : [],
    );
    const didNot = 'a reminder of leads did not go out';
    logFailure(failures.length > 0 ? `${didNot} ${failures.join(', ')}` : '');
    const sent = names.filter((_, index) => results[index]?.status === 'fulfilled');
    if (sent.length === 0) return;
    const ids = leads.map(({ id }) => id);
    await markReminded(store, ids);
    await releaseJob(store, job);
    log.info({ leads: leads.length }, `reminded of leads by ${sent.join(' and ')}`);
  };
}

/** Why something did not go out, without what a server may quote of the visitor's words. */
export function reasonOf(error: unknown): string {
  return error instanceof DeliveryFailure ? (error.log.reason ?? error.code) : messageOf(error);
}

function eventOf(leads: readonly StoredBooking[], promise: ContactPromise) {
  const bookings = leads.slice(0, mostNamed).map((lead) => {
    const { id, created_at, language } = lead;
    const contact_by = new Date(deadlineOf(Date.parse(created_at), promise)).toISOString();
    return { id, created_at, ...bookingOf((field) => lead[field]), language, contact_by };
  });
  return {
    type: 'booking.overdue',
    timestamp: new Date().toISOString(),
    data: { count: leads.length, bookings },
  };
}

function listOf(
  leads: readonly StoredBooking[],
  settings: NoticeSettings,
  linksOf: LeadList['linksOf'],
): LeadList {
  const { site, hasInbox, calendar } = settings;
  const inbox = site && hasInbox ? `${site}/inbox` : undefined;
  return {
    heading: 'Not contacted yet',
    intro: 'The time to contact them is over, and they are not marked as contacted:',
    subject: ['Still waiting', 'requests still wait for you'],
    leads,
    linksOf,
    closing(named) {
      const way = inbox ?? `./lodemark contacted ${named.map(({ id }) => id).join(' ')}`;
      return `Write to them, then mark them as contacted: ${way}`;
    },
    inbox,
    timeZone: calendar.timeZone,
  };
}
