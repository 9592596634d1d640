import type { Config } from '../config.ts';
import type { Channel } from './channel.ts';
import { mailChannel } from './mail.ts';
import { webhookChannel } from './webhook.ts';

/** The settings of which each makes a channel. */
export const channelSettings = 'SMTP_URL or WEBHOOK_URL';

/** What an operator does who has none. */
export const setChannel = `set ${channelSettings}`;

/** The channels that are configured. */
export function channelsOf({ mail, webhook }: Config, now: () => number = Date.now): Channel[] {
  return [...(mail ? [mailChannel(mail)] : []), ...(webhook ? [webhookChannel(webhook, now)] : [])];
}
