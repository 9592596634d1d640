import type { Config } from '../../config/config.ts';
import { mailChannel } from '../mail/mail.ts';
import { smtpTransport } from '../mail/smtp.ts';
import type { Channel } from './channel.ts';
import { chatChannel } from './chat.ts';
import { webhookChannel } from './webhook.ts';

/** What an operator without a channel should do. */
export const setChannel = 'set SMTP_URL, WEBHOOK_URL or CHAT_URL';

/** The configured channels. */
export function channelsOf({ mail, webhook, chat }: Config): Channel[] {
  return [
    ...(mail ? [mailChannel(smtpTransport(mail), mail.to)] : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
    ...(chat ? [chatChannel(chat)] : []),
  ];
}
