import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import {
  dateFormat,
  delivered,
  formatNumber,
  percent,
  type Report,
  type Statement,
  statementsOf,
  withHours,
} from './report.ts';

/** Light, as on paper. */
const { ink, inkSoft, pale, accent, paper, sheet, tint } = colours.light;

// A program that opens the file, or a mail, has not the site's own faces.
const display = "'Bodoni Moda', 'Bodoni 72', Didot, 'Bodoni MT', 'Times New Roman', serif";
const plain = "'Hanken Grotesk', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

/** A4, four units to the millimetre. */
const width = 840;
const height = 1188;
const edge = 64;
const inner = width - 2 * edge;
const gap = 48;
const half = (inner - gap) / 2;

/** What the report says, by its name. */
type Says = (name: string) => Statement;

/**
 * The report of the last 90 days as a sheet of drawings: one A4 page of SVG, without names and addresses.
 * It has no size, so that a printer with margins of its own fits it on one page too. Drawn by presentation
 * attributes, which no policy forbids; the style is for printers alone.
 */
export function drawReport(report: Report): string {
  const { headings, title, footer } = texts;
  const days = report.days.map(({ day }) => Date.parse(day));
  const dates = dateFormat({ dateStyle: 'long' });
  const period = dates.formatRange(Math.min(...days), Math.max(...days));
  const time = dateFormat({ dateStyle: 'long', timeStyle: 'short' }).format(report.now);
  const statements = statementsOf(report);
  const says: Says = (name) =>
    statements.find((one) => one.name === name) ?? { name, label: name, text: undefined };

  /** A chart with its heading; who cannot see it hears the statements of these names. */
  function chart(
    id: keyof typeof headings,
    [x, y, width]: readonly [number, number, number],
    names: readonly string[],
    drawing: string,
  ): string {
    const heard = statements.filter(({ name, text }) => names.includes(name) && text !== undefined);
    return `<g transform="translate(${x} ${y})" role="img" aria-labelledby="report-${id} report-${id}-says"><title id="report-${id}">${escapeHtml(headings[id])}</title><desc id="report-${id}-says">${escapeHtml(heard.map(sentenceOf).join('. '))}</desc>
${line(`M0 -26H${width}`, ink, 1.2)}${line(`M0 -22.5H${width}`, ink, 0.4)}
${text(0, 4, headings[id], `font-size="21" font-family="${display}"`)}
<g transform="translate(0 24)">${drawing}</g></g>`;
  }

  const frame = (inset: number, strokeWidth: number) =>
    line(`M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`, tint, strokeWidth);
  const right = edge + half + gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="report-title" lang="${brand.languages[0]}" font-family="${plain}" fill="${ink}">
<title id="report-title">${escapeHtml(`${brand.name}: ${title}, ${period}`)}</title>
<style>@page{size:A4;margin:0}</style>
<defs><pattern id="report-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="${sheet}"/><path d="M1 0V5" stroke="${accent}" stroke-width="1.8"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${paper}"/>
${frame(32, 1.4)}${frame(38, 0.5)}
${text(edge, 92, brand.name.toUpperCase(), `font-size="14" fill="${accent}" letter-spacing="3" font-weight="600"`)}
${text(edge, 146, title, `font-size="50" font-family="${display}"`)}
${text(edge, 176, period, `font-size="17" fill="${inkSoft}"`)}
${guilloche(edge, 206, inner)}
${keyFigures(says, 278)}
${chart('days', [edge, 362, inner], ['leads', 'busiest'], daysChart(report, says))}
${chart('contact', [edge, 650, half], ['contacted', 'median', 'worst', 'kept'], contactChart(report, says))}
${chart('open', [right, 650, half], ['open', 'overdue', 'oldest'], openChart(report, says))}
${chart('quarantined', [edge, 940, half], ['quarantined'], spamChart(report, says))}
${chart('deliveries', [right, 940, half], ['mail', 'webhook'], deliveriesChart(report))}
${text(edge, height - 56, interpolate(footer, { time }), `font-size="13" fill="${inkSoft}"`)}
</svg>
`;
}

const sentenceOf = ({ label, text }: Statement) => `${label}: ${text}`;

/** The four numbers that are asked first, each with its unit small beside it. */
function keyFigures(says: Says, y: number): string {
  const names = ['leads', 'median', 'worst', 'open'];
  return names
    .map((name, index) => {
      const x = edge + (index * inner) / names.length;
      const { label, text: figure = '–' } = says(name);
      const [, value = '', unit = ''] = /^(\S+)\s*(.*)$/u.exec(figure) ?? [];
      const shown = `<text x="${x}" y="${y}" font-family="${display}" font-size="40">${escapeHtml(value)}<tspan font-family="${plain}" font-size="16" dx="5">${escapeHtml(unit)}</tspan></text>`;
      return shown + caption(y + 26, label, x);
    })
    .join('');
}

/** A bar for each day; the part of the spam is hatched. */
function daysChart({ days, busiest, quarantined }: Report, says: Says): string {
  if (busiest === undefined) return caption(10, texts.nothing.leads);
  const [base, room] = [178, 150];
  const axis = inner - 36;
  const step = (inner - 40) / days.length;
  const tall = (count: number) => (count / busiest.leads) * room;
  const ticks = [...new Set([busiest.leads, Math.round(busiest.leads / 2)])];
  const rules = ticks.map((tick) => {
    const y = base - tall(tick);
    const rule = line(`M0 ${round(y)}H${axis}`, pale, 0.6, ' stroke-dasharray="2 3"');
    return rule + text(inner, y + 5, formatNumber(tick), 'font-size="14" text-anchor="end"');
  });
  const bars = days.map((one, index) => {
    const [x, width] = [index * step, step * 0.72];
    const [whole, spam] = [tall(one.leads), tall(one.quarantined)];
    return (
      bar(x, base - whole + spam, width, whole - spam) + bar(x, base - whole, width, spam, true)
    );
  });
  const dates = dateFormat({ month: 'short', day: 'numeric' });
  const mondays = days.map(({ day }, index) => {
    const date = new Date(day);
    if (date.getUTCDay() !== 1) return '';
    const x = index * step;
    // Every second has its date.
    const isNamed = Math.floor(date.getTime() / 604_800_000) % 2 === 0 && x < inner - 70;
    const mark = line(`M${round(x)} ${base}v${isNamed ? 7 : 4}`, ink, 0.8);
    const attributes = `font-size="13" fill="${inkSoft}"`;
    return isNamed ? mark + text(x, base + 22, dates.format(date), attributes) : mark;
  });
  const legend = quarantined > 0 ? ` · ${texts.legend.spam}` : '';
  const top = caption(10, sentenceOf(says('busiest')) + legend);
  return [...rules, ...bars, line(`M0 ${base}H${axis}`, ink, 1), ...mondays, top].join('');
}

function contactChart(report: Report, says: Says): string {
  const { count, due, kept, bars } = report.contact;
  if (count === 0) return caption(10, texts.nothing.contact);
  const top = due ? { ...says('kept'), text: percent(kept / due) } : says('median');
  return timesChart(report, top, texts.contactTimes, bars);
}

function openChart(report: Report, says: Says): string {
  const { oldest, bars } = report.open;
  if (oldest === undefined) return caption(10, texts.nothing.open);
  return timesChart(report, says('oldest'), texts.ages, bars);
}

/** Bars beside each other's names, each with its number; the late part is hatched. */
function timesChart(
  report: Report,
  top: Statement,
  names: readonly string[],
  bars: Report['open']['bars'],
): string {
  const [left, start, step] = [118, 30, 25];
  const bottom = start + bars.length * step;
  const most = Math.max(...bars.map(({ count }) => count));
  const long = (count: number) => (count / most) * (half - left - 56);
  const rows = bars.map(({ count, late }, index) => {
    const y = start + index * step;
    const middle = y + step / 2 + 1;
    const figure = formatNumber(count);
    return (
      text(0, middle, names[index] ?? '', 'font-size="14"') +
      bar(left, y + 1, long(count - late), step * 0.58) +
      bar(left + long(count - late), y + 1, long(late), step * 0.58, true) +
      text(left + long(count) + 8, middle, figure, 'font-size="14" font-weight="600"')
    );
  });
  const isLate = bars.some(({ late }) => late > 0);
  return [
    caption(10, sentenceOf(top)),
    ...rows,
    line(`M${left} ${start - 3}V${bottom - 6}`, ink, 1),
    isLate ? caption(bottom + 14, withHours(texts.legend.late, report)) : '',
  ].join('');
}

function spamChart({ leads, quarantined }: Report, says: Says): string {
  if (leads === 0) return caption(10, texts.nothing.leads);
  const { text = '' } = says('quarantined');
  return shareChart(0, text, leads - quarantined, quarantined, texts.legend.spam);
}

function deliveriesChart({ deliveries }: Report): string {
  if (deliveries.length === 0) return caption(10, texts.nothing.deliveries);
  return deliveries
    .map((channel, index) => {
      const { done, pending, dead } = channel;
      const says = delivered(texts.delivered, channel);
      const legend = delivered(texts.legend.undelivered, channel);
      return shareChart(index * 80, says, done, pending + dead, legend);
    })
    .join('');
}

/** One bar of the whole, its second part hatched. */
function shareChart(y: number, says: string, first: number, second: number, legend: string) {
  const long = (first / (first + second)) * half;
  return (
    text(0, y + 14, says, 'font-size="15" font-weight="600"') +
    bar(0, y + 24, long, 22) +
    bar(long, y + 24, half - long, 22, true) +
    (second > 0 ? caption(y + 64, legend) : '')
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

const text = (x: number, y: number, words: string, attributes: string) =>
  `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeHtml(words)}</text>`;

/** A small line of text, at the left edge if nothing else is said. */
const caption = (y: number, words: string, x = 0) =>
  text(x, y, words, `font-size="13.5" fill="${inkSoft}"`);

const line = (d: string, stroke: string, strokeWidth: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}"${more}/>`;

/** A part of a bar: full of ink, or hatched, which can be told apart without colour. */
function bar(x: number, y: number, w: number, h: number, hatched = false): string {
  if (w <= 0 || h <= 0) return '';
  const inset = hatched ? 0.6 : 0;
  const size = (length: number) => Math.max(0.6, round(length - 2 * inset));
  const attributes = hatched
    ? `fill="url(#report-hatch)" stroke="${accent}" stroke-width="1.2"`
    : `fill="${tint}"`;
  return `<rect x="${round(x + inset)}" y="${round(y + inset)}" width="${size(w)}" height="${size(h)}" ${attributes}/>`;
}

/** A band of engraved waves. */
function guilloche(x: number, y: number, length: number): string {
  const waves = Array.from({ length: 8 }, (_, wave) => {
    const phase = (wave / 8) * Math.PI;
    const points = Array.from({ length: length / 4 + 1 }, (_, step) => {
      const along = (step * 4) / length;
      const swell = Math.cos(2 * Math.PI * along * 6 + phase) * Math.cos(phase);
      return `${round(x + step * 4)} ${round(y + 13 * swell)}`;
    });
    return line(`M${points.join('L')}`, wave % 2 === 0 ? tint : pale, 0.6);
  });
  return waves.join('');
}
