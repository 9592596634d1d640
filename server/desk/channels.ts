import type { Config } from '../config.ts';
import type { Channel } from './channel.ts';
import { mailChannel } from './mail.ts';
import { webhookChannel } from './webhook.ts';

/** What an operator does who has none. */
export const setChannel = 'set SMTP_URL or WEBHOOK_URL';

/** The channels that are configured. */
export function channelsOf({ mail, webhook }: Config, now: () => number = Date.now): Channel[] {
  return [...(mail ? [mailChannel(mail)] : []), ...(webhook ? [webhookChannel(webhook, now)] : [])];
}
