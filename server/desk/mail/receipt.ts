import { contactRuleOf, deadlineOf, type RuleTexts } from '../../../booking/deadline.ts';
import { isTimeZone } from '../../../booking/zones.ts';
import { brand } from '../../../content/brand.ts';
import type { Config } from '../../config/config.ts';
import type { StoredBooking } from '../../store/bookings.ts';
import type { Channel } from '../delivery/channel.ts';
import { type MailContent, sendLimit } from './mail.ts';
import { smtpTransport } from './smtp.ts';

/** The texts of a receipt in content/LANGUAGE/messages.ts. */
interface ReceiptTexts {
  contactRule: RuleTexts & Record<'moment' | 'chooseTime', string>;
  nextSteps: { arrived: string };
  receipt: Record<'subject' | 'ignore', string>;
}

/** The channel that emails the visitor a receipt of the request (RECEIPTS). */
export function receiptChannel(mail: NonNullable<Config['mail']>, config: Config): Channel {
  const transport = smtpTransport(mail);
  return {
    name: 'receipt',
    target: `the visitor, as a receipt, through ${transport.server}`,
    tryLimit: sendLimit,
    async deliver({ id, lead }, signal) {
      if (lead === undefined) return { answer: 'A receipt has no test' };
      const content = await composeReceipt(lead.booking, config);
      const replyTo = config.contactEmail ?? brand.mail;
      return transport.send({ ...content, id, to: [lead.booking.email], replyTo }, signal);
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
  const day = deadline.toLocaleDateString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: time_zone,
  });
  const hour = deadline.toLocaleTimeString(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: time_zone,
  });
  return contactRule.moment.replace('{moment}', `${day}, ${hour} (${time_zone})`);
}
