import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { bookingOf } from '../../booking/booking.ts';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import { DeliveryFailure } from '../delivery/channel.ts';
import { openMailTransport } from '../delivery/channels.ts';
import type { ChatMessage } from '../delivery/chat.ts';
import { htmlPage, type Mail, sendLimit } from '../delivery/mail.ts';
import { dueAt } from '../delivery/status.ts';
import { callWebhook } from '../delivery/webhook.ts';
import { logWhenChanged } from '../outage-log.ts';
import type { Lead, LeadStore } from '../store/lead.ts';
import { messageOf } from '../store/store.ts';
import { interpolate, mail as mailTexts } from '../texts.ts';
import { escapeHtml, visibleText } from '../visible-text.ts';
import { formatHours } from './report.ts';

/** How long one server has to send a reminder or a report, in milliseconds: longer than a mail may take. */
export const leaseFor = sendLimit + 4 * 60_000;

/** How many leads one transaction takes. */
const batch = 500;

/** How many of the oldest leads a reminder can name. */
const mostNamed = 100;

/** How long the webhook's receiver may take, in milliseconds. */
const callLimit = 30_000;

/** What the provider is reminded of. */
interface Reminder {
  /** The same for every try. */
  id: string;
  /** The oldest of the leads, and how many there are. */
  oldest: readonly Lead[];
  count: number;
  /** CONTACT_WITHIN_HOURS. */
  hours: number;
  /** The address of the inbox; undefined: there is none. */
  inbox: string | undefined;
}

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
  return async (stop: AbortSignal): Promise<void> => {
    const { ids, oldest } = await acquireAll(store, dueAt(hours, now()), stop);
    if (ids.length === 0) return;
    const inbox = config.inboxUsers && `${config.siteUrl}/inbox`;
    const reminder = { id: idOf(ids, oldest), oldest, count: ids.length, hours, inbox };
    const results = await Promise.all(
      senders.map(({ name, limit, send }) =>
        send(reminder, AbortSignal.any([stop, AbortSignal.timeout(limit)])).then(
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

async function acquireAll(store: Reminders, askedBefore: number, stop: AbortSignal) {
  const ids: number[] = [];
  const oldest: Lead[] = [];
  while (!stop.aborted) {
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
  /** How long it may take, in milliseconds. */
  limit: number;
  send(reminder: Reminder, signal: AbortSignal): Promise<string>;
}

/** One for each address, and the webhook. */
function sendersOf({ mail, webhook }: Config): Sender[] {
  const senders: Sender[] = [];
  if (mail) {
    const transport = openMailTransport(mail);
    for (const to of mail.to)
      senders.push({
        name: `mail:${to}`,
        limit: sendLimit,
        send: async (reminder, signal) => transport.send({ to, ...mailOf(reminder) }, signal),
      });
  }
  if (webhook)
    senders.push({
      name: 'webhook',
      limit: callLimit,
      send(reminder, signal) {
        const { id } = reminder;
        const call = { id, event: eventOf(reminder), message: messageFor(reminder) };
        return callWebhook(webhook, call, signal);
      },
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

const texts = mailTexts.reminder;

function mailOf(reminder: Reminder): Omit<Mail, 'to'> {
  const { id, oldest, count, inbox } = reminder;
  const { intro, leads, closing } = wordsOf(reminder, 20);
  const lines = leads.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`));
  const items = leads.map(({ text, link }) => {
    const shown = escapeHtml(text);
    return `<li>${link === undefined ? shown : `<a href="${escapeHtml(link)}">${shown}</a>`}</li>`;
  });
  const paragraphs = closing.map((line) => `<p>${linked(escapeHtml(line), inbox)}</p>`);
  const [first] = oldest;
  return {
    id,
    subject:
      count === 1 && first
        ? interpolate(
            texts.subject.one,
            bookingOf((field) => visibleText(first[field])),
          )
        : interpolate(texts.subject.many, { count: String(count) }),
    text: [texts.heading, intro, ...lines, ...closing, `-- \n${brand.name}\n`].join('\n\n'),
    html: htmlPage(
      texts.heading,
      `<p>${escapeHtml(intro)}</p><ul>${items.join('')}</ul>${paragraphs.join('')}`,
    ),
  };
}

/** The inbox's address in this HTML as a link: not every mail program makes one of it. */
function linked(html: string, inbox: string | undefined): string {
  if (inbox === undefined) return html;
  const address = escapeHtml(inbox);
  return html.replace(address, () => `<a href="${address}">${address}</a>`);
}

/** For a chat, which holds less. */
function messageFor(reminder: Reminder): ChatMessage {
  const { intro, leads, closing } = wordsOf(reminder, 10);
  const lines = leads.map(({ text }) => text.slice(0, 140));
  return { heading: `${texts.heading}. ${intro}`, lines, closing };
}

/** With `most` of the leads by name. */
function wordsOf({ oldest, count, hours, inbox }: Reminder, most: number) {
  const named = oldest.slice(0, most);
  const more = count - named.length;
  const way = inbox ?? `./lodemark contacted ${named.map(({ id }) => id).join(' ')}`;
  return {
    intro: interpolate(texts.text, { duration: formatHours(hours) }),
    leads: named.map(({ id, created_at, name, company_name, email }) => ({
      text: visibleText(
        `${name}, ${company_name}, ${email}, ${created_at.slice(0, 16).replace('T', ' ')} ${mailTexts.zone} (${id})`,
      ),
      link: inbox && `${inbox}/leads/${id}`,
    })),
    closing: [
      ...(more > 0 ? [interpolate(texts.more, { count: String(more) })] : []),
      interpolate(texts.mark, { way }),
    ],
  };
}
