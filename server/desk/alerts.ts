import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { minute } from '../../booking/zones.ts';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from '../findings.ts';
import type { Store } from '../store/store.ts';
import { postToChat } from './delivery/chat.ts';
import { deskFindings } from './findings.ts';
import { composeMail, sendMail } from './mail/mail.ts';

/** How often to look for problems, in milliseconds. */
export const alertInterval = 5 * minute;

/** How long a report or a heartbeat may take, in milliseconds. */
const sendLimit = 30_000;

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
    const signal = AbortSignal.any([breakOff, AbortSignal.timeout(sendLimit)]);
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
