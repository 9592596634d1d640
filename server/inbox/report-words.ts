import { brand } from '../../content/brand.ts';
import { listOf } from '../delivery/mail.ts';
import { interpolate, reportTexts } from '../texts.ts';
import type { Report } from './report.ts';

/** The texts of a language, and how it writes numbers. */
export interface ReportCopy {
  language: string;
  texts: typeof reportTexts;
}

/** In the site's first language. */
export const ownCopy: ReportCopy = { language: brand.languages[0], texts: reportTexts };

/** One thing that the report says. */
interface Statement {
  /** Of its label, or of the kind of channel. */
  name: string;
  label: string;
  text: string;
}

/** What the report says, in the order of a reader's questions. */
export function statementsOf(report: Report, copy = ownCopy): Statement[] {
  const { labels, onDay, deliveries } = copy.texts;
  const { leads, quarantined, busiest, contact, open, hours } = report;
  const number = numberIn(copy);
  const statement = (name: keyof typeof labels, text: string | undefined): Statement[] =>
    text === undefined ? [] : [{ name, label: withHours(labels[name], report, copy), text }];
  const duration = (time: number | undefined) =>
    time === undefined ? undefined : formatDuration(time, copy);
  const busy = busiest && { count: number(busiest.leads), day: formatDay(busiest.day, copy) };
  return [
    ...statement('leads', number(leads)),
    ...statement('busiest', busy && interpolate(onDay, busy)),
    ...statement('contacted', number(contact.count)),
    ...statement('median', duration(contact.median)),
    ...statement('worst', duration(contact.worst)),
    ...statement('kept', contact.due ? shareOf(contact.kept, contact.due, copy) : undefined),
    ...statement('open', number(open.count)),
    ...statement('overdue', hours === undefined ? undefined : number(open.overdue)),
    ...statement('oldest', duration(open.oldest)),
    ...statement('quarantined', leads > 0 ? shareOf(quarantined, leads, copy) : number(0)),
    ...report.deliveries.map(({ kind, done, pending, dead }) => ({
      name: kind,
      label: channelName(kind, copy),
      text: interpolate(deliveries, {
        done: number(done),
        pending: number(pending),
        dead: number(dead),
      }),
    })),
  ];
}

/** The report in words: what each number is, and the number. */
export function wordsOf(report: Report, copy = ownCopy): [label: string, text: string][] {
  return statementsOf(report, copy).map(({ label, text }) => [label, text]);
}

/** The same as plain text, a line each. */
export function textOf(report: Report, copy = ownCopy): string {
  return `${copy.texts.title}\n\n${listOf(wordsOf(report, copy))}\n`;
}

/** A text that may name CONTACT_WITHIN_HOURS. */
export function withHours(text: string, { hours }: Report, copy: ReportCopy): string {
  return interpolate(text, { duration: hours === undefined ? '' : formatHours(hours, copy) });
}

/** A part of a whole in words: '15% (110 of 711)'. */
export function shareOf(part: number, whole: number, copy: ReportCopy): string {
  const number = numberIn(copy);
  const share = percent(part / whole, copy);
  return interpolate(copy.texts.share, { share, part: number(part), whole: number(whole) });
}

/** A kind of channel by its name. */
export function channelName(kind: string, { texts: { labels } }: ReportCopy): string {
  const known: Readonly<Record<string, string>> = { mail: labels.mail, webhook: labels.webhook };
  return known[kind] ?? kind;
}

export function numberIn({ language }: ReportCopy): (value: number) => string {
  const format = new Intl.NumberFormat(language);
  return (value) => format.format(value);
}

export function percent(share: number, { language }: ReportCopy): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Hours in words, as '24 hours'. */
export function formatHours(hours: number, { language }: ReportCopy = ownCopy): string {
  return inUnit(hours, 'hour', language);
}

/** Milliseconds in words, in the unit that suits them: '45 minutes', '3.5 hours', '4 days'. */
export function formatDuration(milliseconds: number, { language }: ReportCopy): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute', language);
  if (minutes < 48 * 60) return inUnit(minutes / 60, 'hour', language);
  return inUnit(minutes / 60 / 24, 'day', language);
}

function inUnit(value: number, unit: 'minute' | 'hour' | 'day', language: string): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(value);
}

/** A UTC date, as '12 November'. */
export function formatDay(day: string, { language }: ReportCopy): string {
  const style = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(day));
}
