import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { bookingOf } from '../../booking/booking.ts';
import type { Config } from '../config/config.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import { openMailTransport } from '../delivery/channels.ts';
import { sendLimit } from '../delivery/mail.ts';
import { dueAt } from '../delivery/status.ts';
import { callWebhook } from '../delivery/webhook.ts';
import { logWhenChanged } from '../outage-log.ts';
import type { Lead, LeadStore } from '../store/lead.ts';
import { messageOf } from '../store/store.ts';
import { type Reminder, reminderMail, reminderMessage } from './reminder-message.ts';

/** How long one server has to send a reminder or a report, in milliseconds: longer than a mail may take. */
export const leaseFor = sendLimit + 4 * 60_000;

/** How many leads one transaction takes. */
const batch = 500;

/** How many of the oldest leads a reminder can name. */
const mostNamed = 100;

/** How long the webhook's receiver may take, in milliseconds. */
const callLimit = 30_000;

type Reminders = Pick<LeadStore, 'acquireReminders' | 'completeReminders'>;

/**
 * A look at the leads that nobody contacted within CONTACT_WITHIN_HOURS, which reminds the provider of
 * each once: by one mail to each address and one call of the webhook, however many there are. What no
 * sender takes is tried again when the lease has ended. Undefined where there is nothing to remind of, or
 * nobody to remind. `now` in milliseconds since 1970.
 */
export function createReminders(config: Config, store: Reminders, log: Logger, now = Date.now) {
  const { contactWithinHours: hours } = config;
  const senders = sendersOf(config);
  if (hours === undefined || senders.length === 0) return undefined;
  const logFailure = logWhenChanged(log);
  return async (signal: AbortSignal): Promise<void> => {
    const { ids, oldest } = await acquireAll(store, dueAt(hours, now()), signal);
    if (ids.length === 0) return;
    const inbox = config.inboxUsers && `${config.siteUrl}/inbox`;
    const reminder = { id: idOf(ids, oldest), oldest, count: ids.length, hours, inbox };
    const results = await Promise.all(
      senders.map(({ name, send }) =>
        send(reminder, signal).then(
          () => ({ name, failure: undefined }),
          (error) => ({ name, failure: `by ${name}: ${reasonOf(error)}` }),
        ),
      ),
    );
    const sent = results.filter(({ failure }) => failure === undefined).map(({ name }) => name);
    const failures = results.flatMap(({ failure }) => failure ?? []).join(', ');
    logFailure(failures && `a reminder of leads did not go out ${failures}`);
    if (sent.length === 0) return;
    await store.completeReminders(ids);
    log.info({ leads: ids.length }, `reminded of leads by ${sent.join(' and ')}`);
  };
}

/** Why nobody is reminded of leads, as a sentence; undefined where somebody is, or nothing is promised. */
export function remindersWarning(config: Config): string | undefined {
  const { contactWithinHours, mail, webhook } = config;
  if (contactWithinHours === undefined || mail || webhook) return undefined;
  return 'CONTACT_WITHIN_HOURS is set, and its reminders reach nobody: set SMTP_URL or WEBHOOK_URL';
}

/** Why something did not go out, without what a server may quote of the visitor's words. */
export function reasonOf(error: unknown): string {
  return error instanceof DeliveryFailure ? (error.log.reason ?? error.code) : messageOf(error);
}

async function acquireAll(store: Reminders, askedBefore: number, signal: AbortSignal) {
  const ids: number[] = [];
  const oldest: Lead[] = [];
  while (!signal.aborted) {
    const leads = await store.acquireReminders(askedBefore, batch, leaseFor);
    ids.push(...leads.map(({ id }) => id));
    oldest.push(...leads.slice(0, mostNamed - oldest.length));
    if (leads.length < batch) break;
  }
  return { ids, oldest };
}

/** The same for every try about the same leads, so that a second one can be recognised. */
function idOf(ids: readonly number[], [first]: readonly Lead[]): string {
  const text = `${first?.created_at} ${ids.join()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

interface Sender {
  name: string;
  send(reminder: Reminder, signal: AbortSignal): Promise<string>;
}

/** One for each address, and the webhook. */
function sendersOf({ mail, webhook }: Config): Sender[] {
  const senders: Sender[] = [];
  const transport = mail && openMailTransport(mail);
  const within = (signal: AbortSignal, limit: number) =>
    AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  for (const to of mail?.to ?? [])
    senders.push({
      name: `mail:${to}`,
      send: async (reminder, signal) =>
        transport?.send({ to, ...reminderMail(reminder) }, within(signal, sendLimit)) ?? '',
    });
  if (webhook)
    senders.push({
      name: 'webhook',
      send: (reminder, signal) =>
        callWebhook(
          webhook,
          { id: reminder.id, event: eventOf(reminder), message: reminderMessage(reminder) },
          within(signal, callLimit),
        ),
    });
  return senders;
}

function eventOf({ oldest, count, hours }: Reminder) {
  const bookings = oldest.map((lead) => ({
    id: lead.id,
    created_at: lead.created_at,
    ...bookingOf((field) => lead[field]),
    language: lead.language,
  }));
  return {
    type: 'booking.overdue',
    timestamp: new Date().toISOString(),
    data: { contact_within_hours: hours, count, bookings },
  };
}
