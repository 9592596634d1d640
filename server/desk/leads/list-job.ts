import type { Logger } from 'pino';
import { minute } from '../../../booking/zones.ts';
import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import { type BookingFilter, listBookings, type StoredBooking } from '../../store/bookings.ts';
import { type Db, findSecret, findTime, type Store } from '../../store/store.ts';
import { DeliveryFailure, type Receipt } from '../delivery/channel.ts';
import { postToChat } from '../delivery/chat.ts';
import { callWebhook } from '../delivery/webhook.ts';
import { acquireJob, noticeId, releaseJob } from '../jobs.ts';
import { sendLimit } from '../mail/mail.ts';
import { noticeSettingsOf } from '../mail/notice.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { type LeadList, type LeadListTexts, leadListMail, leadListMessage } from './lead-list.ts';

/** The lease for sending a list or a report, in milliseconds. It is longer than an email can take. */
export const leaseFor = sendLimit + 4 * minute;

/** The most leads in one list. The others are in the next list, a minute later. */
const most = 1_000;

export interface JobContext {
  config: Config;
  store: Store;
  log: Logger;
}

type Chosen = BookingFilter & { oldestFirst?: false };

/** A kind of list that is sent to the provider, such as reminders. */
export interface ListJob extends LeadListTexts {
  /** The name of the lease, which lets one server at a time send the list. It is also in the log. */
  name: string;
  /** Selects the leads. `now`: the database's time. Undefined: no list is due now. */
  filter(now: number): Promise<Chosen | undefined> | Chosen;
  /** Records, in one transaction, that these leads were in a list. */
  mark(db: Db, ids: readonly number[], recipient: string | undefined): Promise<void>;
  /** The recipient for this lead. Undefined: NOTIFY_EMAIL. */
  recipientOf?(lead: StoredBooking): string | undefined;
  /** The webhook's event. With it, the list goes to every channel. Without it, to email, or else to the chat. */
  eventOf?(leads: readonly StoredBooking[]): object;
}

/**
 * Returns a check that sends a list of leads if it is due. If every channel fails, the list is sent again, with the
 * same id, after the lease has ended.
 */
export function createListJob({ config, store, log }: JobContext, job: ListJob) {
  const { mail, webhook, chat } = config;
  const transport = mail && smtpTransport(mail);
  const settings = noticeSettingsOf(config);

  /** Returns the channels that accepted the list, and why the others failed. */
  async function send(list: LeadList, to: readonly string[], stop: AbortSignal) {
    const about = list.leads.map(({ id, created_at, version }) => `${id} ${created_at} ${version}`);
    const id = await noticeId(store, `${list.heading} ${about.join()}`);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
    const sends: Record<string, Promise<Receipt>> = {};
    if (transport) sends.mail = transport.send({ ...leadListMail(list), id, to }, signal);
    if (webhook && job.eventOf)
      sends.webhook = callWebhook(webhook, id, job.eventOf(list.leads), signal);
    if (chat && (job.eventOf || !transport))
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
    const find = (limit: number) => listBookings(store, { oldestFirst: true, ...filter, limit });
    // The first query takes no lease, because it usually finds nothing.
    if ((await find(1)).length === 0 || !(await acquireJob(store, job.name, leaseFor))) return;
    const secret = await findSecret(store);
    const failures: string[] = [];
    let isDone = true;
    const groups = Map.groupBy(await find(most), (lead) => job.recipientOf?.(lead));
    for (const [recipient, leads] of groups) {
      const to = recipient === undefined ? (mail?.to ?? []) : [recipient];
      const result = await send({ ...job, leads, settings, secret, now }, to, stop);
      failures.push(...result.failures);
      isDone &&= result.sent.length > 0;
      if (result.sent.length === 0) continue;
      const ids = leads.map(({ id }) => id);
      await store.write((db) => job.mark(db, ids, recipient));
      log.info({ leads: ids.length }, `${job.name} sent by ${result.sent.join(' and ')}`);
    }
    if (failures.length > 0) log.error(`${job.name} not sent ${failures.join(', ')}`);
    if (isDone) await releaseJob(store, job.name);
  };
}

/** The reason of a failure, for the log. Leaves out a server's answer, which may quote the visitor's text. */
export function reasonOf(error: unknown): string {
  return error instanceof DeliveryFailure ? (error.log.reason ?? error.code) : messageOf(error);
}
