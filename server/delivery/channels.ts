import type { Config } from '../config/config.ts';
import { type ChannelName, channelNames } from '../store/delivery.ts';
import type { Channel } from './channel.ts';
import { mailChannel } from './mail.ts';
import { webhookChannel } from './webhook.ts';

/** The settings of which each makes a channel. */
export const channelSettings = 'SMTP_URL or WEBHOOK_URL';

/** What an operator does who has none. */
export const setChannel = `set ${channelSettings}`;

/** The channels that are configured. */
export function channelsOf(config: Config, now: () => number = Date.now): Channel[] {
  return channelNames.flatMap((name) => channels[name](config, now) ?? []);
}

/** Each with what makes it, where it is configured. */
const channels: Record<ChannelName, (config: Config, now: () => number) => Channel | undefined> = {
  mail: ({ mail }) => mail && mailChannel(mail),
  webhook: ({ webhook }, now) => webhook && webhookChannel(webhook, now),
};
