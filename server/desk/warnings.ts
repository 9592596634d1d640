import type { Config } from '../config/config.ts';
import { setChannel } from './delivery/channels.ts';

/** Returns a sentence where no alarm is set, else undefined. */
export function alertsWarning({ alertEmail, chat, heartbeatUrl }: Config): string | undefined {
  if (alertEmail !== undefined || chat !== undefined || heartbeatUrl !== undefined)
    return undefined;
  return 'Alarms are off: set ALERT_EMAIL, CHAT_URL or HEARTBEAT_URL';
}

/** Returns a sentence where CONTACT_WITHIN is set and its reminders have no channel, else undefined. */
export function remindersWarning(config: Config): string | undefined {
  const { contactPromise, mail, webhook, chat } = config;
  if (contactPromise === undefined || mail || webhook || chat) return undefined;
  return `CONTACT_WITHIN is set, and its reminders reach nobody: ${setChannel}`;
}
