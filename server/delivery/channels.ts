import type { Config } from '../config/config.ts';
import type { Channel } from './channel.ts';
import { type MailTransport, mailChannel } from './mail.ts';
import { serviceTransport } from './mail-service.ts';
import { smtpTransport } from './smtp.ts';
import { webhookChannel } from './webhook.ts';

/** What an operator without a channel should do. */
export const setChannel = 'set SMTP_URL or WEBHOOK_URL';

/** The configured channels: one for each address, and the webhook. */
export function channelsOf({ mail, webhook }: Config): Channel[] {
  const transport = mail && openMailTransport(mail);
  return [
    ...(transport ? mail.to.map((address) => mailChannel(transport, address)) : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
  ];
}

/** The transport that the settings name: SMTP by SMTP_URL, a service's HTTP by MAIL_URL. */
export function openMailTransport(mail: NonNullable<Config['mail']>): MailTransport {
  return mail.url.startsWith('smtp') ? smtpTransport(mail) : serviceTransport(mail);
}
