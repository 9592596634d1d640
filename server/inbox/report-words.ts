import { brand } from '../../content/brand.ts';
import { listOf } from '../delivery/mail.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';
import type { Report } from './report.ts';

/** The provider's language: the site's first. */
const [language] = brand.languages;

/** One thing that the report says. */
interface Statement {
  /** Of its label, or of the kind of channel. */
  name: string;
  label: string;
  text: string;
}

/** What the report says, in the order of a reader's questions. */
export function statementsOf(report: Report): Statement[] {
  const { leads, quarantined, busiest, contact, open, hours, deliveries } = report;
  const duration = (time: number | undefined) =>
    time === undefined ? undefined : formatDuration(time);
  const said: [name: string, text: string | undefined][] = [
    ['leads', formatNumber(leads)],
    ['busiest', busiest && onDay(formatNumber(busiest.leads), busiest.day)],
    ['contacted', formatNumber(contact.count)],
    ['median', duration(contact.median)],
    ['worst', duration(contact.worst)],
    ['kept', contact.due ? shareOf(contact.kept, contact.due) : undefined],
    ['open', formatNumber(open.count)],
    ['overdue', hours === undefined ? undefined : formatNumber(open.overdue)],
    ['oldest', duration(open.oldest)],
    ['quarantined', leads > 0 ? shareOf(quarantined, leads) : formatNumber(0)],
    ...deliveries.map((one): [string, string] => [one.kind, delivered(texts.deliveries, one)]),
  ];
  return said.flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, label: labelOf(name, report), text }],
  );
}

/** The report in words: what each number is, and the number. */
export function wordsOf(report: Report): [label: string, text: string][] {
  return statementsOf(report).map(({ label, text }) => [label, text]);
}

/** The same as plain text, a line each. */
export function textOf(report: Report): string {
  return `${texts.title}\n\n${listOf(wordsOf(report))}\n`;
}

/** The label of a statement by its name. */
export function labelOf(name: string, report: Report): string {
  const labels: Readonly<Record<string, string>> = texts.labels;
  return withHours(labels[name] ?? name, report);
}

/** A text that may name CONTACT_WITHIN_HOURS. */
export function withHours(text: string, { hours }: Report): string {
  return interpolate(text, { duration: hours === undefined ? '' : formatHours(hours) });
}

/** A text that names what became of a channel's deliveries. */
export function delivered(text: string, channel: Report['deliveries'][number]): string {
  const { kind, done, pending, dead } = channel;
  const labels: Readonly<Record<string, string>> = texts.labels;
  return interpolate(text, {
    channel: labels[kind] ?? kind,
    done: formatNumber(done),
    pending: formatNumber(pending),
    dead: formatNumber(dead),
  });
}

/** What was counted on a UTC date: '10 (12 November)'. */
export function onDay(count: string, date: string): string {
  const style = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat(language, style).format(new Date(date));
  return interpolate(texts.onDay, { count, day });
}

/** A part of a whole in words: '15% (110 of 711)'. */
export function shareOf(part: number, whole: number): string {
  const values = { part: formatNumber(part), whole: formatNumber(whole) };
  return interpolate(texts.share, { share: percent(part / whole), ...values });
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** Hours in words, as '24 hours'. */
export const formatHours = (hours: number) => inUnit(hours, 'hour');

/** Milliseconds in words, in the unit that suits them: '45 minutes', '3.5 hours', '4 days'. */
export function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 59.5) return inUnit(Math.round(minutes), 'minute');
  if (minutes < 48 * 60) return inUnit(minutes / 60, 'hour');
  return inUnit(minutes / 60 / 24, 'day');
}

function inUnit(value: number, unit: 'minute' | 'hour' | 'day'): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(value);
}
