import { randomUUID } from 'node:crypto';
import { hour } from '../../booking/zones.ts';
import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { type DeskFindings, type Finding, ok, warning, wrong } from '../findings.ts';
import { countBookings } from '../store/bookings.ts';
import { findTime, type Store } from '../store/store.ts';
import type { Channel } from './delivery/channel.ts';
import { channelsOf, setChannel } from './delivery/channels.ts';
import { type ChannelSummary, countRefused, summarizeDeliveries } from './delivery/deliveries.ts';
import { confirmationFindings, confirmationUrl } from './mail/confirmation.ts';
import { isUnencrypted } from './mail/smtp.ts';

/** Milliseconds after which an undelivered booking is late. */
export const lateAfter = hour;

/** The desk's findings for `doctor` and the alarms. */
export function deskFindings(config: Config): DeskFindings {
  const channels = channelsOf(config);
  return {
    settings: settings(config, channels),
    async inStore(store) {
      const summaries = await summarizeDeliveries(store);
      const now = await findTime(store);
      return [
        ...summaries.flatMap((summary) => deliveries(summary, channels, now)),
        ...(channels.length > 0 ? await undispatched(store, now) : []),
        ...(await refusedRecipients(store)),
        ...(await confirmationFindings(config, store)),
      ];
    },
  };
}

/** The channels whose messages travel to another machine without encryption. Asks the mail server. */
export async function unencryptedChannels(config: Config): Promise<Finding[]> {
  const isMailPlain = config.mail !== undefined && (await isUnencrypted(config.mail));
  return channelsOf(config)
    .filter(({ name, target }) =>
      name === 'mail'
        ? isMailPlain
        : target.startsWith('http://') && !isLoopback(new URL(target).hostname),
    )
    .map(({ name, target }) =>
      warning('channel-unencrypted', `${name} goes to ${target} without encryption`),
    );
}

/** Sends a test through each channel to the provider. If the store cannot be opened, no one can confirm it. */
export async function sendTests(
  config: Config,
  inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
): Promise<Finding[]> {
  const url = await inStore((store) => confirmationUrl(config, store)).catch(() => undefined);
  const toProvider = channelsOf(config).filter(({ name }) => name !== 'receipt');
  return Promise.all(toProvider.map((channel) => sendTest(channel, url)));
}

/** Sends a test within 30 seconds, and shows the other side's answer. */
async function sendTest(
  { name: channel, deliver }: Channel,
  confirmationUrl: string | undefined,
): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(30_000);
    const notice = { id: randomUUID(), lead: undefined, confirmationUrl };
    const { answer, refused } = await deliver(notice, signal);
    if (refused !== undefined)
      return { ...warning('recipient-refused', `${channel}: ${refused}`), channel };
    return { ...ok('test', `${channel} accepted it: ${answer}`), channel };
  } catch (error) {
    return { ...wrong('test-failed', `by ${channel}: ${messageOf(error)}`), channel };
  }
}

/** Whether deliveries are dead, or have waited too long. `now`: the database's, in milliseconds since 1970. */
export function needsOperator({ dead, oldest }: ChannelSummary, now: number): boolean {
  return dead > 0 || isLate(oldest, now);
}

function isLate(oldest: string | null, now: number): boolean {
  return oldest !== null && now - Date.parse(oldest) > lateAfter;
}

function settings(config: Config, channels: readonly Channel[]): Finding[] {
  const missing = {
    'no-channel': channels.length > 0 ? undefined : `No one is notified of leads: ${setChannel}`,
    'no-alerts': alertsWarning(config),
    'no-reminders': remindersWarning(config),
  };
  return [
    ...channels.map(({ name, target }) => ok('channel', `${name} goes to ${target}`)),
    ...Object.entries(missing).flatMap(([code, text]) =>
      text === undefined ? [] : [warning(code, text)],
    ),
  ];
}

function deliveries(summary: ChannelSummary, channels: readonly Channel[], now: number): Finding[] {
  const { channel, pending, dead, oldest } = summary;
  const isSet = channels.some(({ name }) => name === channel);
  const findings: Finding[] = [];
  if (dead > 0) {
    const text = `${dead} dead by ${channel}: list --delivery dead shows them, replay --dead sends them again, done --dead marks them as read`;
    findings.push({ ...wrong('delivery-dead', text), channel });
  }
  if (isLate(oldest, now)) {
    const hint = isSet ? 'show ID gives the reason' : 'the channel is not set: done marks them';
    const text = `${pending} waiting by ${channel} since ${oldest}: ${hint}`;
    findings.push({ ...wrong('delivery-late', text), channel });
  }
  if (findings.length > 0) return findings;
  return [{ ...ok('delivery', `${pending} waiting by ${channel}`), channel }];
}

/** Bookings from before a channel was set, or while no server ran. */
async function undispatched(store: Store, now: number): Promise<Finding[]> {
  const until = new Date(now - lateAfter).toISOString();
  const count = await countBookings(store, {
    delivery: 'none',
    withoutQuarantined: true,
    until,
    undispatched: true,
  });
  const text = `${count} leads have no delivery yet: is a server running with these settings?`;
  return count > 0 ? [wrong('no-delivery', text)] : [];
}

/** If one recipient refuses, the others still get the email, and no one would notice. */
async function refusedRecipients(store: Store): Promise<Finding[]> {
  const count = await countRefused(store);
  const text = `${count} emails in the last week were refused for some recipients. ./lodemark show ID names the reason; ./lodemark list shows the numbers`;
  return count > 0 ? [warning('recipient-refused', text)] : [];
}

/** Returns a sentence if no alert is set, otherwise undefined. */
export function alertsWarning({ alertEmail, chat, heartbeatUrl }: Config): string | undefined {
  if (alertEmail !== undefined || chat !== undefined || heartbeatUrl !== undefined)
    return undefined;
  return 'Alerts are off: set ALERT_EMAIL, CHAT_URL or HEARTBEAT_URL';
}

/** Returns a sentence if CONTACT_WITHIN is set and its reminders have no channel, otherwise undefined. */
export function remindersWarning(config: Config): string | undefined {
  const { contactPromise, mail, webhook, chat } = config;
  if (contactPromise === undefined || mail || webhook || chat) return undefined;
  return `CONTACT_WITHIN is set, and its reminders reach no one: ${setChannel}`;
}
