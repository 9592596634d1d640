import { brand } from '../../content/brand.ts';
import { interpolate } from '../delivery/notice.ts';
import { reportTexts } from '../texts.ts';
import type { Report } from './report.ts';

/** The texts of a language, and how it writes numbers. */
export interface ReportCopy {
  language: string;
  texts: typeof reportTexts;
}

/** In the site's first language. */
export const ownCopy: ReportCopy = { language: brand.languages[0], texts: reportTexts };

/** The report in words: what each number is, and the number. */
export function wordsOf(report: Report, copy = ownCopy): [label: string, text: string][] {
  const { labels, share, onDay, deliveries } = copy.texts;
  const { leads, quarantined, busiest, contact, open, hours } = report;
  const number = numberIn(copy);
  const duration = hours === undefined ? '' : formatHours(hours, copy);
  const label = (text: string) => interpolate(text, { duration });
  const shareOf = (part: number, whole: number) =>
    interpolate(share, {
      share: percent(part / whole, copy),
      part: number(part),
      whole: number(whole),
    });
  const rows: ([string, string] | false | undefined)[] = [
    [labels.leads, number(leads)],
    busiest && [
      labels.busiest,
      interpolate(onDay, { count: number(busiest.leads), day: formatDay(busiest.day, copy) }),
    ],
    [labels.contacted, number(contact.count)],
    contact.median !== undefined && [labels.median, formatDuration(contact.median, copy)],
    contact.worst !== undefined && [labels.worst, formatDuration(contact.worst, copy)],
    contact.due !== undefined &&
      contact.due > 0 && [label(labels.kept), shareOf(contact.kept, contact.due)],
    [labels.open, number(open.count)],
    hours !== undefined && [label(labels.overdue), number(open.overdue)],
    open.oldest !== undefined && [labels.oldest, formatDuration(open.oldest, copy)],
    [labels.quarantined, leads > 0 ? shareOf(quarantined, leads) : number(0)],
    ...report.deliveries.map(({ kind, done, pending, dead }): [string, string] => [
      channelName(kind, copy),
      interpolate(deliveries, {
        done: number(done),
        pending: number(pending),
        dead: number(dead),
      }),
    ]),
  ];
  return rows.filter((row) => row !== undefined && row !== false);
}

/** The same as plain text, a line each. */
export function textOf(report: Report, copy = ownCopy): string {
  const words = wordsOf(report, copy);
  const wide = Math.max(...words.map(([label]) => label.length)) + 2;
  const lines = words.map(([label, text]) => `${`${label}:`.padEnd(wide)}${text}\n`);
  return `${copy.texts.title}\n\n${lines.join('')}`;
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
