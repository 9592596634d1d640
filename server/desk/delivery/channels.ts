import type { Config } from '../../config/config.ts';
import { mailChannel, noticeSettingsOf } from '../mail/notice.ts';
import { receiptChannel } from '../mail/receipt.ts';
import { smtpTransport } from '../mail/smtp.ts';
import type { Channel } from './channel.ts';
import { chatChannel } from './chat.ts';
import { webhookChannel } from './webhook.ts';

/** Advice for an operator who has set no channel. */
export const setChannel = 'set SMTP_URL, WEBHOOK_URL or CHAT_URL';

/** The configured channels. */
export function channelsOf(config: Config): Channel[] {
  const { mail, webhook, chat, receipts } = config;
  const settings = noticeSettingsOf(config);
  return [
    ...(mail ? [mailChannel(smtpTransport(mail), mail.to, settings)] : []),
    ...(webhook ? [webhookChannel(webhook, settings)] : []),
    ...(chat ? [chatChannel(chat, settings)] : []),
    ...(mail && receipts ? [receiptChannel(mail, config)] : []),
  ];
}
