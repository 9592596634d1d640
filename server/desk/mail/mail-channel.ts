import { brand } from '../../../content/brand.ts';
import { isPlainAddress } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { visibleBooking } from '../../visible-text.ts';
import type { Channel, LeadNotice } from '../delivery/channel.ts';
import { leadLinks, noticeHeading, rowsOf } from '../delivery/notice.ts';
import {
  composeMail,
  type MailContent,
  type MailSettings,
  sendLimit,
  sendMail,
  testSubject,
} from './mail.ts';

/** The channel that emails the provider. */
export function mailChannel(mail: MailSettings, config: Config): Channel {
  const { to } = mail;
  return {
    name: 'mail',
    target: `${to.join(', ')} through ${new URL(mail.url).hostname}`,
    tryLimit: sendLimit,
    deliver({ id, lead, confirmationUrl }, signal) {
      const message = lead ? composeNotice(lead, config) : composeTest(confirmationUrl);
      return sendMail(mail, { ...message, id, to, replyTo: lead?.booking.email }, signal);
    },
  };
}

function composeNotice(notice: LeadNotice, config: Config): MailContent {
  const { booking } = notice;
  const shown = visibleBooking(booking);
  const from = config.publicUrl ? `${brand.name}, ${new URL(config.publicUrl).host}` : brand.name;
  return composeMail(`Call request from ${shown.name}, ${shown.company_name}`, noticeHeading, [
    { rows: rowsOf(notice, config) },
    isPlainAddress(booking.email)
      ? 'Reply to this email to answer.'
      : `Write to ${shown.email} to answer.`,
    { links: leadLinks(notice, config) },
    `Sent by ${from}. If this email arrives twice, both copies have the same lead number.`,
  ]);
}

function composeTest(url: string | undefined): MailContent {
  const text = `Email from ${brand.name} reaches you. Requests from visitors will arrive like this.`;
  const links = url === undefined ? [] : [{ label: 'Confirm that it arrived', url }];
  return composeMail(testSubject, 'This is a test', [text, { links }]);
}
