import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { brand } from '../../content/brand.ts';
import type { Config } from '../config/config.ts';
import { jsonMessage, post } from '../delivery/post.ts';
import { smtpTransport } from '../delivery/smtp.ts';
import { escapeHtml } from '../visible-text.ts';

/** What an operator is told about. `doctor`: whatever else it finds wrong. */
export const alertKinds = ['server', 'database', 'deliveries', 'backup', 'doctor'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Something that went wrong, with a sentence about it, or null: it is over. */
export interface Alert {
  kind: AlertKind;
  trouble: string | null;
}

/** By what an alarm reaches a person. */
export interface AlertChannel {
  name: string;
  /** Where it goes, for the operator; without secrets. */
  target: string;
  /** Rejects when the other side does not accept it, and soon after the signal. */
  send: (alert: Alert, signal: AbortSignal) => Promise<void>;
}

/** The channels that are set, the one that does not need the mail server first. */
export function alertChannelsOf(config: Config): AlertChannel[] {
  const { mail, alertEmail: to, alertWebhookUrl: url, siteUrl } = config;
  const channels: AlertChannel[] = [];
  if (url !== undefined)
    channels.push({
      name: 'webhook',
      // The path can contain a token.
      target: new URL(url).origin,
      async send(alert, signal) {
        const { subject, text } = compose(alert, siteUrl);
        const state = alert.trouble === null ? 'over' : 'trouble';
        const fields = { kind: alert.kind, state, site: siteUrl, machine: hostname() };
        // Slack and what is like it shows `text`; the rest is for programs.
        const message = jsonMessage({ text: `${subject}. ${text}`, ...fields });
        await post('ALERT_WEBHOOK_URL', url, message, signal);
      },
    });
  if (mail && to !== undefined) {
    const transport = smtpTransport(mail);
    channels.push({
      name: 'mail',
      target: to,
      async send(alert, signal) {
        const { subject, text } = compose(alert, siteUrl);
        const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><p>${escapeHtml(text)}</p></html>`;
        await transport.send({ id: randomUUID(), to, subject, text: `${text}\n`, html }, signal);
      },
    });
  }
  return channels;
}

/** Why nobody may hear of a trouble, as a sentence; undefined where somebody does. */
export function alertsWarning({ alertEmail, alertWebhookUrl }: Config): string | undefined {
  if (alertWebhookUrl !== undefined) return undefined;
  return alertEmail === undefined
    ? 'Nobody is told when something goes wrong: set ALERT_WEBHOOK_URL, or also ALERT_EMAIL'
    : 'Alarms go by mail alone: when mail fails, nobody is told. Set ALERT_WEBHOOK_URL too';
}

/** What is said of each kind: when it begins and when it is over. */
const headlines: Readonly<Record<AlertKind, readonly [string, string]>> = {
  server: ['the server does not answer', 'the server answers again'],
  database: ['bookings cannot be stored', 'bookings are stored again'],
  deliveries: ['bookings do not reach you', 'bookings reach you again'],
  backup: ['the backups are old', 'there is a new backup'],
  doctor: ['doctor finds something wrong', 'doctor finds nothing wrong any more'],
};

/** The alert in a few words. */
export function headlineOf({ kind, trouble }: Alert): string {
  return headlines[kind][trouble === null ? 1 : 0];
}

function compose(alert: Alert, siteUrl: string) {
  const { trouble } = alert;
  const subject = `${brand.name}, ${new URL(siteUrl).host}: ${headlineOf(alert)}`;
  const where = `The site is ${siteUrl}, the machine ${hostname()}.`;
  if (trouble === null) return { subject, text: `It is over. ${where}` };
  return { subject, text: `${trouble}. ${where} You are told once, and again when it is over.` };
}
