import type { Config } from '../../config/config.ts';
import { mailChannel } from '../mail/mail-channel.ts';
import { receiptChannel } from '../mail/receipt.ts';
import type { Channel } from './channel.ts';
import { chatChannel } from './chat.ts';
import { webhookChannel } from './webhook.ts';

/** Advice for an operator who has set no channel. */
export const setChannel = 'set SMTP_URL, WEBHOOK_URL or CHAT_URL';

/** The configured channels. */
export function channelsOf(config: Config): Channel[] {
  const { mail, webhook, chat, receipts } = config;
  return [
    ...(mail ? [mailChannel(mail, config)] : []),
    ...(webhook ? [webhookChannel(webhook, config)] : []),
    ...(chat ? [chatChannel(chat, config)] : []),
    ...(mail && receipts ? [receiptChannel(mail, config)] : []),
  ];
}
