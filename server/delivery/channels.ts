import type { Config } from '../config/config.ts';
import type { Channel } from './channel.ts';
import { chatChannel } from './chat.ts';
import { mailChannel } from './mail.ts';
import { smtpTransport } from './smtp.ts';
import { webhookChannel } from './webhook.ts';

/** What an operator without a channel should do. */
export const setChannel = 'set SMTP_URL, WEBHOOK_URL or CHAT_URL';

/** The configured channels: one for each address, the webhook and the chat. */
export function channelsOf({ mail, webhook, chat }: Config): Channel[] {
  const transport = mail && smtpTransport(mail);
  return [
    ...(transport ? mail.to.map((address) => mailChannel(transport, address)) : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
    ...(chat ? [chatChannel(chat)] : []),
  ];
}
