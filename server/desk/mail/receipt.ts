import type { ExpressionBuilder } from 'kysely';
import { contactRuleOf, deadlineOf, type RuleTexts } from '../../../booking/deadline.ts';
import { day, isTimeZone } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import { comparable } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import { type Db, remember, type Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Channel } from '../delivery/channel.ts';
import { type MailContent, type MailSettings, sendLimit, sendMail } from './mail.ts';

/** The texts of a receipt in content/LANGUAGE/messages.ts. */
interface ReceiptTexts {
  contactRule: RuleTexts & Record<'moment' | 'chooseTime', string>;
  nextSteps: { arrived: string };
  receipt: Record<'subject' | 'ignore', string>;
}

/** The channel that emails the visitor a receipt of the request (RECEIPTS). */
export function receiptChannel(mail: MailSettings, config: Config): Channel {
  return {
    name: 'receipt',
    target: `the visitor, as a receipt, through ${new URL(mail.url).hostname}`,
    tryLimit: sendLimit,
    async deliver({ id, lead }, signal) {
      if (lead === undefined) return { answer: 'A receipt has no test' };
      const content = await composeReceipt(lead.booking, config);
      const replyTo = config.contactEmail ?? brand.mail;
      return sendMail(mail, { ...content, id, to: [lead.booking.email], replyTo }, signal);
    },
  };
}

/** Does not quote the visitor's text, because the address may belong to someone else. */
async function composeReceipt(booking: StoredBooking, config: Config): Promise<MailContent> {
  const { languages, schedulingUrl } = config;
  const language =
    languages.find((one) => one === booking.language) ?? languages[0] ?? brand.languages[0];
  const { contactRule, nextSteps, receipt }: ReceiptTexts = await import(
    `../../../content/${language}/messages.ts`
  );
  const parts = [
    nextSteps.arrived,
    contactText(booking, config, { contactRule, language }),
    schedulingUrl && `${contactRule.chooseTime}:\n${schedulingUrl}`,
    receipt.ignore,
  ];
  const text = parts.filter((part) => part).join('\n\n');
  return {
    subject: receipt.subject.replace('{brand}', brand.name),
    text: `${text}\n\n-- \n${brand.name}\n`,
  };
}

/** The deadline for contact in the visitor's time zone. If the zone is not known, the general rule. */
function contactText(
  { created_at, time_zone }: StoredBooking,
  { contactPromise }: Config,
  { contactRule, language }: Pick<ReceiptTexts, 'contactRule'> & { language: string },
): string | undefined {
  if (contactPromise === undefined) return undefined;
  if (time_zone === null || !isTimeZone(time_zone))
    return contactRuleOf(contactPromise, contactRule, language);
  const deadline = new Date(deadlineOf(Date.parse(created_at), contactPromise));
  const moment = deadline.toLocaleString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: time_zone,
  });
  return contactRule.moment.replace('{moment}', `${moment} (${time_zone})`);
}

/** How long a receipt is retried, and how long its address gets no other receipt, in milliseconds. */
export const receiptLifetime = day;

/**
 * Selects the bookings among `ids` that get a receipt. It excludes bookings that were quarantined or are older than
 * a day. A mailbox gets at most one receipt a day.
 */
export async function receiptsFor(store: Store, db: Db, ids: readonly number[]): Promise<number[]> {
  const { clock } = store.dialect;
  // A row lock until the transaction ends: two servers must not select the same address.
  await remember(store, db, 'receipts');
  const rows = await db
    .selectFrom('booking_requests')
    .where('id', 'in', [...ids, -1])
    .where('accepted_at', 'is', null)
    .where('created_at', '>', clock(-receiptLifetime))
    .orderBy('id', 'desc')
    .select(['id', 'email'])
    .execute();
  const recent = await db
    .selectFrom('booking_requests as booking')
    .innerJoin('deliveries', 'deliveries.booking_id', 'booking.id')
    // Limits the rows, so that the database uses its index. Receipts of older bookings have ended anyway.
    .where('booking.created_at', '>', clock(-3 * receiptLifetime))
    .where('deliveries.channel', '=', 'receipt')
    .where(({ eb, or }) =>
      or([
        eb('deliveries.state', '=', 'pending'),
        eb('deliveries.done_at', '>', clock(-receiptLifetime)),
      ]),
    )
    .select('booking.email')
    .execute();
  const served = new Set(recent.map(mailboxOf));
  // .invalid has no mailboxes (RFC 2606 §2). Rehearsals use it.
  const visitors = rows.filter(
    (row) => !served.has(mailboxOf(row)) && !/\.invalid$/i.test(row.email),
  );
  return [...new Map(visitors.map((row) => [mailboxOf(row), row.id])).values()];
}

/** Removes dots and the part after `+`, which many servers ignore. Otherwise one person could get many receipts. */
function mailboxOf({ email }: { email: string }): string {
  return comparable(email).replace(/\+.*(?=@)|\.(?=.*@)/g, '');
}

/** A condition on a receipt: the other deliveries of its booking are done. */
export function isAfterOthers({
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'deliveries'>) {
  const undone = selectFrom('deliveries as other')
    .whereRef('other.booking_id', '=', 'deliveries.booking_id')
    .where('other.channel', '<>', 'receipt')
    .where('other.state', '<>', 'done')
    .select('other.id');
  return not(exists(undone));
}
