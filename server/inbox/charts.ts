import { brand } from '../../content/brand.ts';
import { interpolate } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import {
  accent,
  block,
  caption,
  display,
  edge,
  frame,
  guilloche,
  height,
  ink,
  inkSoft,
  inner,
  line,
  pale,
  paper,
  plain,
  round,
  sheet,
  text,
  width,
} from './drawing.ts';
import { type Bar, type Figures, type Report, type ReportOptions, readReport } from './report.ts';
import {
  channelName,
  formatDay,
  formatDuration,
  numberIn,
  ownCopy,
  percent,
  type ReportCopy,
  shareOf,
  statementsOf,
  withHours,
} from './report-words.ts';

const gap = 48;
const half = (inner - gap) / 2;
const right = edge + half + gap;

/** The report of the last 90 days as a sheet of drawings: one A4 page of SVG, without names and addresses. */
export async function reportSvg(store: Figures, options: ReportOptions): Promise<string> {
  return drawReport(await readReport(store, options));
}

/**
 * It has no size, so that a printer with margins of its own fits it on one page too. Drawn by presentation
 * attributes, which no policy forbids; the style is for printers alone.
 */
export function drawReport(report: Report, copy: ReportCopy = ownCopy): string {
  const { headings, title, footer } = copy.texts;
  const first = report.days[0]?.day ?? '';
  const last = report.days.at(-1)?.day ?? '';
  const dates = new Intl.DateTimeFormat(copy.language, { dateStyle: 'long', timeZone: 'UTC' });
  const period = dates.formatRange(new Date(first), new Date(last));
  const time = new Intl.DateTimeFormat(copy.language, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  }).format(report.now);
  const statements = statementsOf(report, copy);
  const spoken = (...names: (keyof typeof copy.texts.labels)[]) =>
    statements
      .filter(({ name }) => names.some((one) => one === name))
      .map(({ label, text }) => `${label}: ${text}`)
      .join('. ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="report-title" lang="${copy.language}" font-family="${plain}" fill="${ink}">
<title id="report-title">${escapeHtml(`${brand.name}: ${title}, ${period}`)}</title>
<style>@page{size:A4;margin:0}</style>
<defs><pattern id="report-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="${sheet}"/><path d="M1 0V5" stroke="${accent}" stroke-width="1.8"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${paper}"/>
${frame()}
${text(edge, 92, brand.name.toUpperCase(), { size: 14, fill: accent, spacing: 3, weight: 600 })}
${text(edge, 146, title, { size: 50, face: display })}
${text(edge, 176, period, { size: 17, fill: inkSoft })}
${guilloche(edge, 206, inner)}
${keyFigures(report, copy, 278)}
${chart('days', headings.days, spoken('leads', 'busiest'), edge, 362, inner, daysChart(report, copy))}
${chart('contact', headings.contact, spoken('contacted', 'median', 'worst', 'kept'), edge, 650, half, contactChart(report, copy))}
${chart('open', headings.open, spoken('open', 'overdue', 'oldest'), right, 650, half, openChart(report, copy))}
${chart('spam', headings.quarantined, spoken('quarantined'), edge, 940, half, spamChart(report, copy))}
${chart('deliveries', headings.deliveries, spoken('mail', 'webhook'), right, 940, half, deliveriesChart(report, copy))}
${text(edge, height - 56, interpolate(footer, { time }), { size: 13, fill: inkSoft })}
</svg>
`;
}

/** The four numbers that are asked first. */
function keyFigures({ leads, contact, open }: Report, copy: ReportCopy, y: number): string {
  const { labels } = copy.texts;
  const number = numberIn(copy);
  const time = (value: number | undefined) =>
    value === undefined ? '–' : formatDuration(value, copy);
  const figures = [
    [number(leads), labels.leads],
    [time(contact.median), labels.median],
    [time(contact.worst), labels.worst],
    [number(open.count), labels.open],
  ];
  const step = inner / figures.length;
  return figures
    .map(([figure = '', label = ''], index) => {
      const x = edge + index * step;
      // The number large, its unit beside it.
      const [, value = '', unit = ''] = /^(\S+)\s*(.*)$/u.exec(figure) ?? [];
      const shown = `<text x="${x}" y="${y}" font-family="${display}" font-size="40">${escapeHtml(value)}<tspan font-family="${plain}" font-size="16" dx="5">${escapeHtml(unit)}</tspan></text>`;
      return shown + text(x, y + 26, label, { size: 13.5, fill: inkSoft });
    })
    .join('');
}

/** A chart with its heading; who cannot see it hears what it says. */
function chart(
  id: string,
  heading: string,
  description: string,
  x: number,
  y: number,
  w: number,
  draw: (x: number, y: number, w: number) => string,
): string {
  return `<g role="img" aria-labelledby="report-${id} report-${id}-says"><title id="report-${id}">${escapeHtml(heading)}</title><desc id="report-${id}-says">${escapeHtml(description)}</desc>
${line(`M${x} ${y - 26}H${x + w}`, ink, 1.2)}${line(`M${x} ${y - 22.5}H${x + w}`, ink, 0.4)}
${text(x, y + 4, heading, { size: 21, face: display })}
${draw(x, y + 24, w)}</g>`;
}

function daysChart({ days, leads, busiest, quarantined }: Report, copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const { nothing, legend } = copy.texts;
    if (busiest === undefined) return caption(x, y + 10, nothing.leads);
    const number = numberIn(copy);
    const [top, room] = [y + 28, 150];
    const base = top + room;
    const step = (w - 40) / days.length;
    const tall = (count: number) => (count / busiest.leads) * room;
    const ticks = [...new Set([busiest.leads, Math.round(busiest.leads / 2)])].filter(Boolean);
    const rules = ticks.map(
      (tick) =>
        line(`M${x} ${round(base - tall(tick))}H${x + w - 36}`, pale, 0.6, '2 3') +
        text(x + w, base - tall(tick) + 5, number(tick), { size: 14, anchor: 'end' }),
    );
    const bars = days.map((one, index) => {
      const left = x + index * step;
      const spam = tall(one.quarantined);
      const whole = tall(one.leads);
      const thick = step * 0.72;
      return (
        block(left, base - whole + spam, thick, whole - spam) +
        block(left, base - whole, thick, spam, true)
      );
    });
    const names = new Intl.DateTimeFormat(copy.language, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    const marks = days.flatMap(({ day }, index) => {
      // Mondays, and of them every second has its date.
      if (new Date(day).getUTCDay() !== 1) return [];
      const left = x + index * step;
      const isNamed = Math.floor(Date.parse(day) / 604_800_000) % 2 === 0 && left < x + w - 70;
      return (
        line(`M${round(left)} ${base}v${isNamed ? 7 : 4}`, ink, 0.8) +
        (isNamed
          ? text(left, base + 22, names.format(new Date(day)), { size: 13, fill: inkSoft })
          : '')
      );
    });
    return [
      ...rules,
      ...bars,
      line(`M${x} ${base}H${x + w - 36}`, ink, 1),
      ...marks,
      caption(
        x,
        y + 10,
        [
          interpolate(copy.texts.onDay, {
            count: `${copy.texts.labels.busiest}: ${number(busiest.leads)}`,
            day: formatDay(busiest.day, copy),
          }),
          ...(quarantined > 0 && leads > 0 ? [legend.spam] : []),
        ].join(' · '),
      ),
    ].join('');
  };
}

/** Bars beside each other's names, each with its number; the late part is hatched. */
function bars(names: readonly string[], values: readonly Bar[], copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const step = 25;
    const number = numberIn(copy);
    const most = Math.max(...values.map(({ count }) => count));
    const from = x + 118;
    const room = w - 118 - 56;
    const rows = values.map(({ count, late }, index) => {
      const top = y + index * step;
      const long = (part: number) => (part / most) * room;
      const middle = top + step / 2 + 1;
      return (
        text(x, middle, names[index] ?? '', { size: 14 }) +
        block(from, top + 1, long(count - late), step * 0.58) +
        block(from + long(count - late), top + 1, long(late), step * 0.58, true) +
        text(from + long(count) + 8, middle, number(count), { size: 14, weight: 600 })
      );
    });
    return rows.join('') + line(`M${from} ${y - 3}V${y + values.length * step - 6}`, ink, 1);
  };
}

function contactChart(report: Report, copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const { texts } = copy;
    const { contact } = report;
    if (contact.count === 0) return caption(x, y + 10, texts.nothing.contact);
    const isPromised = contact.due !== undefined && contact.due > 0;
    const kept = isPromised
      ? `${withHours(texts.labels.kept, report, copy)}: ${percent(contact.kept / (contact.due ?? 1), copy)}`
      : '';
    const late = contact.bars.some((bar) => bar.late > 0);
    const legend = late ? [withHours(texts.legend.late, report, copy)] : [];
    return (
      caption(
        x,
        y + 10,
        isPromised ? kept : `${texts.labels.median}: ${formatDuration(contact.median ?? 0, copy)}`,
      ) +
      bars(texts.contactTimes, contact.bars, copy)(x, y + 30, w) +
      legend.map((words) => caption(x, y + 30 + 7 * 25 + 14, words)).join('')
    );
  };
}

function openChart(report: Report, copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const { texts } = copy;
    const { open } = report;
    if (open.count === 0) return caption(x, y + 10, texts.nothing.open);
    const legend = open.overdue > 0 ? [withHours(texts.legend.late, report, copy)] : [];
    return (
      caption(x, y + 10, `${texts.labels.oldest}: ${formatDuration(open.oldest ?? 0, copy)}`) +
      bars(texts.ages, open.bars, copy)(x, y + 30, w) +
      legend.map((words) => caption(x, y + 30 + 5 * 25 + 14, words)).join('')
    );
  };
}

/** One bar of the whole, its second part hatched. */
function strip(x: number, y: number, w: number, first: number, second: number): string {
  const long = (first / (first + second)) * w;
  return block(x, y, long, 22) + block(x + long, y, w - long, 22, true);
}

function spamChart({ leads, quarantined }: Report, copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const { texts } = copy;
    if (leads === 0) return caption(x, y + 10, texts.nothing.leads);
    return (
      text(x, y + 14, shareOf(quarantined, leads, copy), { weight: 600 }) +
      strip(x, y + 24, w, leads - quarantined, quarantined) +
      (quarantined > 0 ? caption(x, y + 64, texts.legend.spam) : '')
    );
  };
}

function deliveriesChart({ deliveries }: Report, copy: ReportCopy) {
  return (x: number, y: number, w: number) => {
    const { texts } = copy;
    if (deliveries.length === 0) return caption(x, y + 10, texts.nothing.deliveries);
    const number = numberIn(copy);
    const rows = deliveries.map(({ kind, ...counts }, index) => {
      const top = y + index * 80;
      const { done, pending, dead } = counts;
      const values = {
        channel: channelName(kind, copy),
        ...{ done: number(done), pending: number(pending), dead: number(dead) },
      };
      return (
        text(x, top + 14, interpolate(texts.delivered, values), { weight: 600 }) +
        strip(x, top + 24, w, done, pending + dead) +
        (pending + dead > 0
          ? caption(x, top + 64, interpolate(texts.legend.undelivered, values))
          : '')
      );
    });
    return rows.join('');
  };
}
