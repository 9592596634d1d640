import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { hour, minute } from '../../booking/zones.ts';
import { brand } from '../../content/brand.ts';
import { isLoopback } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { type DeskFindings, type Finding, findingsOf, ok, warning, wrong } from '../findings.ts';
import { countBookings } from '../store/bookings.ts';
import { findTime, type Store } from '../store/store.ts';
import type { Channel } from './delivery/channel.ts';
import { channelsOf, setChannel } from './delivery/channels.ts';
import { postToChat } from './delivery/chat.ts';
import { countDeliveries, countRefused, type DeliveryCount } from './delivery/deliveries.ts';
import { confirmationFindings, confirmationUrl } from './mail/link-pages.ts';
import { composeMail, mayBeUnencrypted, sendMail } from './mail/mail.ts';

/** Milliseconds after which an undelivered booking is late. */
export const lateAfter = hour;

/** The desk's findings for `doctor` and the alerts. */
export function deskFindings(config: Config): DeskFindings {
  const channels = channelsOf(config);
  return {
    settings: [
      ...channels.map(({ name, target }) => ok('channel', `${name} goes to ${target}`)),
      ...settingsWarnings(config),
    ],
    async inStore(store) {
      const counts = await countDeliveries(store);
      const now = await findTime(store);
      return [
        ...counts.map((count) => deliveries(count, channels, now)),
        ...(channels.length > 0 ? await undispatched(store, now) : []),
        ...(await refusedRecipients(store)),
        ...(await confirmationFindings(config, store)),
      ];
    },
  };
}

/** Sends a test through each channel to the provider. Its confirmation link needs the store. */
export async function sendTests(
  config: Config,
  inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
): Promise<Finding[]> {
  const url = await inStore((store) => confirmationUrl(config, store)).catch(() => undefined);
  const toProvider = channelsOf(config).filter(({ name }) => name !== 'receipt');
  return Promise.all(toProvider.map((channel) => sendTest(channel, url)));
}

/** Sends a test and reports the receiver's answer. Gives up after 30 seconds. */
async function sendTest({ name: channel, deliver }: Channel, confirmationUrl: string | undefined) {
  try {
    const signal = AbortSignal.timeout(30_000);
    const notice = { id: randomUUID(), lead: undefined, confirmationUrl };
    const { answer, refused } = await deliver(notice, signal);
    if (refused !== undefined)
      return { ...warning('recipient-refused', `${channel}: ${refused}`), channel };
    return { ...ok('test', `${channel} accepted it: ${answer}`), channel };
  } catch (error) {
    return { ...wrong('test-failed', `${channel}: ${messageOf(error)}`), channel };
  }
}

/** Whether deliveries are dead or late. `now`: the database's time in milliseconds since 1970. */
export function needsOperator({ state, oldest }: DeliveryCount, now: number): boolean {
  return state === 'dead' || now - Date.parse(oldest) > lateAfter;
}

/** Missing settings, and channels that send to another machine without encryption. */
export function settingsWarnings(config: Config): Finding[] {
  const { alertEmail, chat, heartbeatUrl, mail, webhook } = config;
  const found: Finding[] = [];
  if (!mail && !webhook && !chat)
    found.push(
      warning(
        'no-channel',
        `No one is notified of leads: ${setChannel}. Leads are kept until then`,
      ),
    );
  else if (alertEmail === undefined && !chat && heartbeatUrl === undefined)
    found.push(warning('no-alerts', 'Alerts are off: set ALERT_EMAIL, CHAT_URL or HEARTBEAT_URL'));
  if (mail && mayBeUnencrypted(mail))
    found.push(
      warning(
        'channel-unencrypted',
        'SMTP_URL does not require encryption: use smtps:// if the server has it',
      ),
    );
  for (const [setting, url] of Object.entries({ WEBHOOK_URL: webhook?.url, CHAT_URL: chat?.url }))
    if (url?.startsWith('http://') && !isLoopback(new URL(url).hostname))
      found.push(warning('channel-unencrypted', `${setting} is not encrypted: use https://`));
  return found;
}

function deliveries(found: DeliveryCount, channels: readonly Channel[], now: number): Finding {
  const { channel, state, count, oldest } = found;
  const text = `${state} deliveries by ${channel}: ${count}`;
  if (!needsOperator(found, now)) return { ...ok('delivery', text), channel };
  if (state === 'dead') {
    const hint =
      'list --delivery dead shows them, replay --dead sends them again, done --dead marks them as done';
    return { ...wrong('delivery-dead', `${text}. ${hint}`), channel };
  }
  const hint = channels.some(({ name }) => name === channel)
    ? 'show ID gives the reason'
    : `this channel is not set. Set it, or run done --channel ${channel}`;
  return { ...wrong('delivery-late', `${text}, since ${oldest}. ${hint}`), channel };
}

/** Reports bookings that no server has dispatched for an hour. */
async function undispatched(store: Store, now: number): Promise<Finding[]> {
  const until = new Date(now - lateAfter).toISOString();
  const count = await countBookings(store, {
    delivery: 'none',
    withoutQuarantined: true,
    until,
    undispatched: true,
  });
  const text = `leads without a delivery: ${count}. Check that a server is running with these settings`;
  return count > 0 ? [wrong('no-delivery', text)] : [];
}

/** Reports emails that some recipients refused. The delivery counts as done, because other recipients got the email. */
async function refusedRecipients(store: Store): Promise<Finding[]> {
  const count = await countRefused(store);
  const text = `emails of the last week that some recipients refused: ${count}. ./lodemark list shows the lead numbers, ./lodemark show ID gives the reason`;
  return count > 0 ? [warning('recipient-refused', text)] : [];
}

/** How often to look for problems, in milliseconds. */
export const alertInterval = 5 * minute;

/** How long a report or a heartbeat may take, in milliseconds. */
const alertLimit = 30_000;

/** The maximum length of a report in a chat, in characters. Discord refuses messages of more than 2000 characters. */
const chatLength = 1_700;

/** Sends a report to the operator. Rejects if the receiver refuses it, or soon after `signal` is aborted. */
type Send = (subject: string, lines: readonly string[], signal: AbortSignal) => Promise<unknown>;

/** The open problems, by code and channel. */
type Troubles = ReadonlyMap<string, Finding>;

/**
 * Returns a check that looks for problems. It reports to each channel what has changed since that channel's last
 * report. While there are no problems, it calls HEARTBEAT_URL. Only this process remembers its reports: after a restart
 * it reports open problems again. The check throws if a channel refuses a report, and the next check sends it again.
 * Undefined if no alert is set.
 */
export function createAlerts(config: Config, store: Store, log: Logger) {
  const { heartbeatUrl } = config;
  const sends = sendsOf(config);
  if (sends.length === 0 && heartbeatUrl === undefined) return undefined;
  const toLog: Send = async (subject, lines) => log.warn({ text: lines.join('\n') }, subject);
  const reporters = [toLog, ...sends].map((send) => changeReporter(config, send));
  let before: Troubles = new Map();
  return async (breakOff: AbortSignal): Promise<void> => {
    const troubles = await findTroubles(config, store, before);
    before = troubles;
    const signal = AbortSignal.any([breakOff, AbortSignal.timeout(alertLimit)]);
    const results = await Promise.allSettled(reporters.map((report) => report(troubles, signal)));
    const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures);
    if (troubles.size === 0 && heartbeatUrl !== undefined) {
      const { ok, status, body } = await fetch(heartbeatUrl, { signal, redirect: 'manual' });
      await body?.cancel();
      if (!ok) throw new Error(`HEARTBEAT_URL answers HTTP ${status}`);
    }
  };
}

async function findTroubles(config: Config, store: Store, before: Troubles): Promise<Troubles> {
  const findings = await findingsOf(config, (work) => work(store), deskFindings(config));
  const wrong = findings.filter(({ state }) => state === 'wrong');
  const troubles = new Map(wrong.map((one) => [`${one.code} ${one.channel ?? ''}`, one]));
  // Without the database, the other problems cannot be checked. They stay open.
  const isBlind = wrong.some(({ code }) => code === 'database-unusable');
  return isBlind ? new Map([...before, ...troubles]) : troubles;
}

/** Returns a function that sends the changes since its last successful call. */
function changeReporter({ siteUrl }: Config, send: Send) {
  let reported: Troubles = new Map();
  return async (troubles: Troubles, signal: AbortSignal): Promise<void> => {
    const begun = [...troubles].filter(([key]) => !reported.has(key)).map(([, one]) => one);
    const over = [...reported].filter(([key]) => !troubles.has(key)).map(([, one]) => one);
    if (begun.length + over.length === 0) return;
    const state = troubles.size === 0 ? 'all checks pass again' : `open problems: ${troubles.size}`;
    const lines = [
      ...begun.map((one) => `New (${one.code}): ${one.text}.`),
      ...over.map((one) => `Resolved (${one.code}).`),
      'Run ./lodemark doctor for all findings. You will get the next message when something changes.',
    ];
    await send(`${brand.name}, ${new URL(siteUrl).host}: ${state}`, lines, signal);
    reported = troubles;
  };
}

function sendsOf({ mail, chat, alertEmail: to }: Config): Send[] {
  const sends: Send[] = [];
  if (mail && to !== undefined)
    sends.push((subject, lines, signal) => {
      const content = composeMail(subject, subject, lines);
      return sendMail(mail, { ...content, id: randomUUID(), to: [to] }, signal);
    });
  if (chat)
    sends.push((subject, lines, signal) => {
      const closing = lines.join('\n').slice(0, chatLength).toWellFormed().split('\n');
      return postToChat(chat, { heading: subject, lines: [], closing }, signal);
    });
  return sends;
}
