import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import { formatMoment } from '../../../booking/dates.ts';
import type { LeadAction } from '../../../booking/lead.ts';
import { brand } from '../../../content/brand.ts';
import type { Config } from '../../config/config.ts';
import { type BookingFilter, listBookings, type StoredBooking } from '../../store/bookings.ts';
import { findSecret, findTime, remember } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { visibleBooking, visibleText } from '../../visible-text.ts';
import type { LeadNotice, Receipt } from '../delivery/channel.ts';
import { type ChatMessage, postToChat } from '../delivery/chat.ts';
import { actionLink, inboxAddress, inboxLinks } from '../delivery/notice.ts';
import { callWebhook } from '../delivery/webhook.ts';
import { composeMail, type Link, type MailContent, sendLimit, sendMail } from '../mail/mail.ts';
import { acquireJob, type JobContext, leaseFor, noticeId, reasonOf, releaseJob } from './jobs.ts';
import { insertEvent } from './leads.ts';

/** The maximum number of leads in one list. The others are in the next list, a minute later. */
const mostInList = 1_000;

type LeadUpdate = UpdateQueryBuilder<Tables, 'booking_requests', 'booking_requests', UpdateResult>;

/** A kind of list that is sent to the provider, such as reminders. */
interface ListJob {
  /** The name of the lease, which lets one server at a time send the list. It is also in the log. */
  name: string;
  /** Selects the leads. `now`: the database's time. Undefined: no list is due now. */
  filter(now: number): Promise<BookingFilter | undefined> | BookingFilter;
  /** Records that these leads were in a list. */
  mark(leads: LeadUpdate, recipient: string | undefined): LeadUpdate;
  /** What the history of a marked lead records. */
  event?: LeadAction;
  /** The recipient for this lead. Undefined: NOTIFY_EMAIL. */
  recipientOf?(lead: StoredBooking): string | undefined;
  /** The webhook's event. If set, the list goes to every channel. Otherwise it goes to email, or else to the chat. */
  eventOf?(leads: readonly StoredBooking[]): object;
  heading: string;
  intro: string;
  /** Parts of the subject: 'beforeName: NAME, COMPANY' for one lead, 'NUMBER afterNumber' for several. */
  subject: readonly [beforeName: string, afterNumber: string];
  closing: string;
  /** The link next to each lead. `name` is the link's action and also a command of ./lodemark. */
  action?: { label: string; name: 'contacted' | 'accept' };
}

/** An email or a message about several leads. */
interface SentList extends ListJob, Pick<LeadNotice, 'secret' | 'now'> {
  leads: readonly StoredBooking[];
  config: Config;
}

/**
 * Returns a check that sends a list of leads if it is due. If every channel fails, the list is sent again, with the
 * same id, after the lease has ended. Undefined if no channel for the list is set.
 */
export function createListJob({ config, store, log }: JobContext, job: ListJob) {
  const { mail, webhook, chat } = config;
  if (!(mail || chat || (webhook && job.eventOf))) return undefined;

  /** Returns the channels that accepted the list, and why the others failed. */
  async function send(list: SentList, to: readonly string[], stop: AbortSignal) {
    const about = list.leads.map(({ id, created_at, version }) => `${id} ${created_at} ${version}`);
    const id = await noticeId(store, `${list.heading} ${about.join()}`);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
    const sends: Record<string, Promise<Receipt>> = {};
    if (mail) sends.mail = sendMail(mail, { ...leadListMail(list), id, to }, signal);
    if (webhook && job.eventOf)
      sends.webhook = callWebhook(webhook, id, job.eventOf(list.leads), signal);
    if (chat && (job.eventOf || !mail))
      sends.chat = postToChat(chat, leadListMessage(list), signal);
    const names = Object.keys(sends);
    const results = await Promise.allSettled(Object.values(sends));
    return {
      sent: names.filter((_, index) => results[index]?.status === 'fulfilled'),
      failures: results.flatMap((result, index) =>
        result.status === 'rejected' ? [`by ${names[index]}: ${reasonOf(result.reason)}`] : [],
      ),
    };
  }

  return async (stop: AbortSignal): Promise<void> => {
    const now = await findTime(store);
    const filter = await job.filter(now);
    if (filter === undefined) return;
    const find = (limit: number) => listBookings(store, { ...filter, oldestFirst: true, limit });
    // The first query takes no lease, because it usually finds nothing.
    if ((await find(1)).length === 0 || !(await acquireJob(store, job.name, leaseFor))) return;
    const secret = await findSecret(store);
    const failures: string[] = [];
    let isDone = true;
    const groups = Map.groupBy(await find(mostInList), (lead) => job.recipientOf?.(lead));
    for (const [recipient, leads] of groups) {
      const to = recipient === undefined ? (mail?.to ?? []) : [recipient];
      const result = await send({ ...job, leads, config, secret, now }, to, stop);
      failures.push(...result.failures);
      isDone &&= result.sent.length > 0;
      if (result.sent.length === 0) continue;
      const ids = leads.map(({ id }) => id);
      await store.write(async (db) => {
        const update = db.updateTable('booking_requests').where('id', 'in', ids);
        // A lead may have been erased or changed while the list was sent.
        const marked = await job.mark(update, recipient).returning('id').execute();
        const markedIds = marked.map(({ id }) => id);
        if (job.event) await insertEvent(store, db, markedIds, 'server', job.event);
        await remember(store, db, job.name);
      });
      log.info({ leads: ids.length }, `${job.name} sent by ${result.sent.join(' and ')}`);
    }
    if (failures.length > 0) log.error(`${job.name} not sent ${failures.join(', ')}`);
    if (isDone) await releaseJob(store, job.name);
  };
}

/** The maximum number of leads that an email or a chat message lists. */
const mostListed = { mail: 20, chat: 10 };

function leadListMail(list: SentList): MailContent {
  const { heading, intro, subject, leads } = list;
  const { named, closing, links } = partsOf(list, mostListed.mail);
  const [first, second] = leads;
  const only = first && !second && visibleBooking(first);
  return composeMail(
    only ? `${subject[0]}: ${only.name}, ${only.company_name}` : `${leads.length} ${subject[1]}`,
    heading,
    [
      intro,
      ...named.flatMap((lead) => [lineOf(lead, list), { links: linksOf(lead, list) }]),
      ...closing,
      { links },
      brand.name,
    ],
  );
}

function leadListMessage(list: SentList): ChatMessage {
  const { named, closing, links } = partsOf(list, mostListed.chat);
  return {
    heading: `${list.heading}. ${list.intro}`,
    lines: named.map((lead) => lineOf(lead, list).slice(0, 140)),
    closing: [...closing, ...links.map(({ label, url }) => `${label}: ${url}`)],
  };
}

function partsOf({ leads, closing, action, config }: SentList, count: number) {
  const inbox = inboxAddress(config);
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

function linksOf(booking: StoredBooking, { action, config, secret, now }: SentList): Link[] {
  return [
    ...inboxLinks(booking, config),
    ...(action ? actionLink(action.label, action.name, { booking, secret, now }, config) : []),
  ];
}

function lineOf(lead: StoredBooking, { config }: SentList): string {
  const { id, created_at, name, company_name, email } = lead;
  const asked = formatMoment(created_at, config.calendar.timeZone);
  return visibleText(`${name}, ${company_name}, ${email}, ${asked} (no. ${id})`);
}
