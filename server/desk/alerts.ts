import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from '../findings/finding.ts';
import { findingsOf } from '../findings/findings.ts';
import type { Store } from '../store/store.ts';
import { escapeHtml } from '../visible-text.ts';
import { postToChat } from './delivery/chat.ts';
import { deskFindings } from './findings.ts';
import { htmlPage } from './mail/mail.ts';
import { smtpTransport } from './mail/smtp.ts';

/** How often to look for trouble, in milliseconds. */
export const alertInterval = 5 * 60_000;

/** How long a report or a heartbeat may take, in milliseconds. */
const sendLimit = 30_000;

/** The most of a report in a chat: Discord refuses a message of more than 2000 characters. */
const chatLength = 1_700;

/** Sends a report to the operator. Rejects when it is not accepted, and soon after the signal. */
type Send = (subject: string, text: string, signal: AbortSignal) => Promise<unknown>;

/**
 * A look for trouble. It reports what changed since the last report, and calls HEARTBEAT_URL while all is
 * well. Only this process remembers what it reported: after a restart it reports lasting trouble again.
 * Throws when nobody accepts a report, which the next look then repeats. Undefined where nothing is set.
 */
export function createAlerts(config: Config, store: Store, log: Logger) {
  const { siteUrl, heartbeatUrl } = config;
  const sends = sendsOf(config);
  if (sends.length === 0 && heartbeatUrl === undefined) return undefined;
  let reported = new Map<string, Finding>();
  return async (stop: AbortSignal): Promise<void> => {
    const findings = await findingsOf(config, (work) => work(store), deskFindings(config));
    const wrong = findings.filter(({ state }) => state === 'wrong');
    const now = new Map(wrong.map((one) => [`${one.code} ${one.channel ?? ''}`, one]));
    // What nobody could look at is not over.
    if (wrong.some(({ code }) => code === 'database-unusable'))
      for (const [key, one] of reported) now.set(key, one);
    const begun = [...now].filter(([key]) => !reported.has(key)).map(([, one]) => one);
    const over = [...reported].filter(([key]) => !now.has(key)).map(([, one]) => one);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
    if (begun.length + over.length > 0) {
      const codes = (some: Finding[]) => some.map(({ code }) => code);
      log.warn({ begun: codes(begun), over: codes(over) }, 'trouble has changed');
      const state = now.size === 0 ? 'all checks pass again' : `${now.size} wrong`;
      const subject = `${brand.name}, ${new URL(siteUrl).host}: ${state}`;
      const text = [
        ...begun.map((one) => `New (${one.code}): ${one.text}.`),
        ...over.map((one) => `Resolved (${one.code}).`),
        'Run ./lodemark doctor for all findings. The next message comes when something changes.',
      ].join('\n');
      if (sends.length > 0) await Promise.any(sends.map((send) => send(subject, text, signal)));
      reported = now;
    }
    if (now.size === 0 && heartbeatUrl !== undefined) {
      const { ok, status, body } = await fetch(heartbeatUrl, { signal, redirect: 'manual' });
      await body?.cancel();
      if (!ok) throw new Error(`HEARTBEAT_URL answers HTTP ${status}`);
    }
  };
}

/** The ways to the operator that are set. */
function sendsOf({ mail, chat, alertEmail: to }: Config): Send[] {
  const sends: Send[] = [];
  if (mail && to !== undefined) {
    const transport = smtpTransport(mail);
    sends.push((subject, text, signal) => {
      const html = htmlPage(subject, `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
      return transport.send(
        { id: randomUUID(), to: [to], subject, text: `${text}\n`, html },
        signal,
      );
    });
  }
  if (chat)
    sends.push((subject, text, signal) => {
      const closing = text.slice(0, chatLength).toWellFormed().split('\n');
      return postToChat(chat, { heading: subject, lines: [], closing }, signal);
    });
  return sends;
}
