import type { Config } from '../config/config.ts';
import type { Channel } from './channel.ts';
import { mailChannel } from './mail.ts';
import { smtpTransport } from './smtp.ts';
import { webhookChannel } from './webhook.ts';

/** What an operator without a channel should do. */
export const setChannel = 'set SMTP_URL or WEBHOOK_URL';

/** The configured channels: one for each address, and the webhook. */
export function channelsOf({ mail, webhook }: Config): Channel[] {
  const transport = mail && smtpTransport(mail);
  return [
    ...(transport ? mail.to.map((address) => mailChannel(transport, address)) : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
  ];
}
