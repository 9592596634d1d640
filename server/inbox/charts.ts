import { brand } from '../../content/brand.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import {
  accent,
  bar,
  caption,
  display,
  edge,
  guilloche,
  height,
  ink,
  inkSoft,
  inner,
  line,
  pale,
  plain,
  round,
  sheetOf,
  text,
} from './drawing.ts';
import type { Bar, Report } from './report.ts';
import {
  delivered,
  formatDuration,
  formatNumber,
  labelOf,
  onDay,
  percent,
  shareOf,
  statementsOf,
  withHours,
} from './report-words.ts';

const [language] = brand.languages;
const gap = 48;
const half = (inner - gap) / 2;
const right = edge + half + gap;

/** The report of the last 90 days as a sheet of drawings: one A4 page of SVG, without names and addresses. */
export function drawReport(report: Report): string {
  const { headings, title, footer } = texts;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const days = report.days.map(({ day }) => Date.parse(day));
  const period = dates.formatRange(Math.min(...days), Math.max(...days));
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const time = new Intl.DateTimeFormat(language, style).format(report.now);
  const statements = statementsOf(report);

  /** A chart with its heading; who cannot see it hears the statements of these names. */
  function chart(
    id: keyof typeof headings,
    [x, y, width]: readonly [number, number, number],
    names: readonly string[],
    drawing: string,
  ): string {
    const says = statements
      .filter(({ name }) => names.includes(name))
      .map(({ label, text }) => `${label}: ${text}`);
    return `<g transform="translate(${x} ${y})" role="img" aria-labelledby="report-${id} report-${id}-says"><title id="report-${id}">${escapeHtml(headings[id])}</title><desc id="report-${id}-says">${escapeHtml(says.join('. '))}</desc>
${line(`M0 -26H${width}`, ink, 1.2)}${line(`M0 -22.5H${width}`, ink, 0.4)}
${text(0, 4, headings[id], { 'font-size': 21, 'font-family': display })}
<g transform="translate(0 24)">${drawing}</g></g>`;
  }

  return sheetOf(
    `${brand.name}: ${title}, ${period}`,
    `${text(edge, 92, brand.name.toUpperCase(), { 'font-size': 14, fill: accent, 'letter-spacing': 3, 'font-weight': 600 })}
${text(edge, 146, title, { 'font-size': 50, 'font-family': display })}
${text(edge, 176, period, { 'font-size': 17, fill: inkSoft })}
${guilloche(edge, 206, inner)}
${keyFigures(report, 278)}
${chart('days', [edge, 362, inner], ['leads', 'busiest'], daysChart(report))}
${chart('contact', [edge, 650, half], ['contacted', 'median', 'worst', 'kept'], contactChart(report))}
${chart('open', [right, 650, half], ['open', 'overdue', 'oldest'], openChart(report))}
${chart('quarantined', [edge, 940, half], ['quarantined'], spamChart(report))}
${chart('deliveries', [right, 940, half], ['mail', 'webhook'], deliveriesChart(report))}
${text(edge, height - 56, interpolate(footer, { time }), { 'font-size': 13, fill: inkSoft })}`,
  );
}

/** The four numbers that are asked first, each with its unit small beside it. */
function keyFigures(report: Report, y: number): string {
  const { leads, contact, open } = report;
  const time = (value: number | undefined) => (value === undefined ? '–' : formatDuration(value));
  const figures = [
    ['leads', formatNumber(leads)],
    ['median', time(contact.median)],
    ['worst', time(contact.worst)],
    ['open', formatNumber(open.count)],
  ] as const;
  return figures
    .map(([name, figure], index) => {
      const x = edge + (index * inner) / figures.length;
      const [, value = '', unit = ''] = /^(\S+)\s*(.*)$/u.exec(figure) ?? [];
      const shown = `<text x="${x}" y="${y}" font-family="${display}" font-size="40">${escapeHtml(value)}<tspan font-family="${plain}" font-size="16" dx="5">${escapeHtml(unit)}</tspan></text>`;
      return shown + text(x, y + 26, labelOf(name, report), { 'font-size': 13.5, fill: inkSoft });
    })
    .join('');
}

/** A bar for each day; the part of the spam is hatched. */
function daysChart(report: Report): string {
  const { days, busiest, quarantined } = report;
  if (busiest === undefined) return caption(10, texts.nothing.leads);
  const [base, room] = [178, 150];
  const axis = inner - 36;
  const step = (inner - 40) / days.length;
  const tall = (count: number) => (count / busiest.leads) * room;
  const ticks = [...new Set([busiest.leads, Math.round(busiest.leads / 2)])];
  const rules = ticks.map(
    (tick) =>
      line(`M0 ${round(base - tall(tick))}H${axis}`, pale, 0.6, '2 3') +
      text(inner, base - tall(tick) + 5, formatNumber(tick), {
        'font-size': 14,
        'text-anchor': 'end',
      }),
  );
  const bars = days.map((one, index) => {
    const [x, width] = [index * step, step * 0.72];
    const [whole, spam] = [tall(one.leads), tall(one.quarantined)];
    return (
      bar(x, base - whole + spam, width, whole - spam) + bar(x, base - whole, width, spam, true)
    );
  });
  const dates = new Intl.DateTimeFormat(language, {
    ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
  });
  const mondays = days.map(({ day }, index) => {
    const date = new Date(day);
    if (date.getUTCDay() !== 1) return '';
    const x = index * step;
    // Every second has its date.
    const isNamed = Math.floor(date.getTime() / 604_800_000) % 2 === 0 && x < inner - 70;
    const mark = line(`M${round(x)} ${base}v${isNamed ? 7 : 4}`, ink, 0.8);
    return isNamed
      ? mark + text(x, base + 22, dates.format(date), { 'font-size': 13, fill: inkSoft })
      : mark;
  });
  const most = `${texts.labels.busiest}: ${formatNumber(busiest.leads)}`;
  const says = [onDay(most, busiest.day)];
  if (quarantined > 0) says.push(texts.legend.spam);
  return [
    ...rules,
    ...bars,
    line(`M0 ${base}H${axis}`, ink, 1),
    ...mondays,
    caption(10, says.join(' · ')),
  ].join('');
}

function contactChart(report: Report): string {
  const { count, due, kept, median = 0, bars } = report.contact;
  if (count === 0) return caption(10, texts.nothing.contact);
  const says = due
    ? `${labelOf('kept', report)}: ${percent(kept / due)}`
    : `${texts.labels.median}: ${formatDuration(median)}`;
  return timesChart(report, says, texts.contactTimes, bars);
}

function openChart(report: Report): string {
  const { count, oldest = 0, bars } = report.open;
  if (count === 0) return caption(10, texts.nothing.open);
  const says = `${texts.labels.oldest}: ${formatDuration(oldest)}`;
  return timesChart(report, says, texts.ages, bars);
}

/** Bars beside each other's names, each with its number; the late part is hatched. */
function timesChart(
  report: Report,
  says: string,
  names: readonly string[],
  bars: readonly Bar[],
): string {
  const [left, top, step] = [118, 30, 25];
  const bottom = top + bars.length * step;
  const most = Math.max(...bars.map(({ count }) => count));
  const long = (count: number) => (count / most) * (half - left - 56);
  const rows = bars.map(({ count, late }, index) => {
    const y = top + index * step;
    const middle = y + step / 2 + 1;
    return (
      text(0, middle, names[index] ?? '', { 'font-size': 14 }) +
      bar(left, y + 1, long(count - late), step * 0.58) +
      bar(left + long(count - late), y + 1, long(late), step * 0.58, true) +
      text(left + long(count) + 8, middle, formatNumber(count), {
        'font-size': 14,
        'font-weight': 600,
      })
    );
  });
  const isLate = bars.some(({ late }) => late > 0);
  return [
    caption(10, says),
    ...rows,
    line(`M${left} ${top - 3}V${bottom - 6}`, ink, 1),
    isLate ? caption(bottom + 14, withHours(texts.legend.late, report)) : '',
  ].join('');
}

function spamChart({ leads, quarantined }: Report): string {
  if (leads === 0) return caption(10, texts.nothing.leads);
  const says = shareOf(quarantined, leads);
  return shareChart(0, says, leads - quarantined, quarantined, texts.legend.spam);
}

function deliveriesChart({ deliveries }: Report): string {
  if (deliveries.length === 0) return caption(10, texts.nothing.deliveries);
  const charts = deliveries.map((channel, index) => {
    const { done, pending, dead } = channel;
    const says = delivered(texts.delivered, channel);
    const legend = delivered(texts.legend.undelivered, channel);
    return shareChart(index * 80, says, done, pending + dead, legend);
  });
  return charts.join('');
}

/** One bar of the whole, its second part hatched. */
function shareChart(y: number, says: string, first: number, second: number, legend: string) {
  const long = (first / (first + second)) * half;
  return (
    text(0, y + 14, says, { 'font-weight': 600 }) +
    bar(0, y + 24, long, 22) +
    bar(long, y + 24, half - long, 22, true) +
    (second > 0 ? caption(y + 64, legend) : '')
  );
}
