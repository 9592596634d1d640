import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';
import { interpolate, reportTexts as texts } from '../texts.ts';
import { escapeHtml } from '../visible-text.ts';
import {
  type Bar,
  dateFormat,
  formatNumber,
  type Report,
  statementsOf,
  withDuration,
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

/**
 * The report of the last 90 days as a sheet of drawings: one A4 page of SVG, without names and addresses.
 * It has no size, so that a printer with margins of its own fits it on one page too. Drawn by presentation
 * attributes, which no policy forbids; the style is for printers alone.
 */
export function drawReport(report: Report): string {
  const { headings, legend, title, footer } = texts;
  const { leads, quarantined, contact, open, deliveries } = report;
  const days = report.days.map(({ day }) => Date.parse(day));
  const dates = dateFormat({ dateStyle: 'long' });
  const period = dates.formatRange(Math.min(...days), Math.max(...days));
  const time = dateFormat({ dateStyle: 'long', timeStyle: 'short' }).format(report.now);
  const statements = statementsOf(report);
  const sentences = (names: readonly string[]) =>
    statements
      .filter(({ name, text }) => names.includes(name) && text !== undefined)
      .map(({ label, text }) => `${label}: ${text}`);

  // The four numbers that are asked first, each with its unit small beside it.
  const keyFigures = ['leads', 'median', 'worst', 'open'].map((name, index) => {
    const x = edge + (index * inner) / 4;
    const { label = '', text = '–' } = statements.find((one) => one.name === name) ?? {};
    const [, value = '', unit = ''] = /^(\S+)\s*(.*)$/u.exec(text) ?? [];
    const figure = `<text x="${x}" y="258" font-family="${display}" font-size="40">${escapeHtml(value)}<tspan font-family="${plain}" font-size="16" dx="5">${escapeHtml(unit)}</tspan></text>`;
    return figure + caption(284, label, x);
  });
  const channels = deliveries.map(({ kind }) => kind);
  const spamBar = { name: texts.labels.leads, count: leads, hatched: quarantined };
  const late = withDuration(legend.late, report);
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
${keyFigures.join('')}
${chart(headings.days, edge, 352, inner, daysChart(report, sentences(['busiest'])))}
${chart(headings.contact, edge, 650, half, barsChart(sentences([contact.due ? 'kept' : 'median']), contact.bars, late))}
${chart(headings.open, right, 650, half, barsChart(sentences(['oldest']), open.bars, late))}
${chart(headings.quarantined, edge, 940, half, barsChart(sentences(['quarantined']), [spamBar], legend.spam))}
${chart(headings.deliveries, right, 940, half, barsChart(sentences(channels), deliveries, legend.undelivered))}
${text(edge, height - 56, interpolate(footer, { time }), `font-size="13" fill="${inkSoft}"`)}
</svg>
`;
}

function chart(heading: string, x: number, y: number, width: number, drawing: string): string {
  return `<g transform="translate(${x} ${y})">${line(`M0 -26H${width}`, ink, 1.2)}${line(`M0 -22.5H${width}`, ink, 0.4)}
${text(0, 4, heading, `font-size="21" font-family="${display}"`)}
<g transform="translate(0 24)">${drawing}</g></g>`;
}

/** A bar for each day; the part of the spam is hatched. */
function daysChart({ days, busiest, quarantined }: Report, captions: readonly string[]): string {
  if (busiest === undefined) return caption(10, texts.nothing);
  const base = 188;
  const axis = inner - 36;
  const step = (inner - 40) / days.length;
  const tall = (count: number) => (count / busiest.leads) * 160;
  const dates = dateFormat({ month: 'short', day: 'numeric' });
  const ticks = [...new Set([busiest.leads, Math.round(busiest.leads / 2)])];
  const rules = ticks.map((tick) => {
    const y = base - tall(tick);
    const rule = line(`M0 ${round(y)}H${axis}`, pale, 0.6, ' stroke-dasharray="2 3"');
    return rule + text(inner, y + 5, formatNumber(tick), 'font-size="14" text-anchor="end"');
  });
  const bars = days.map((one, index) => {
    const x = index * step;
    const [whole, spam] = [tall(one.leads), tall(one.quarantined)];
    const drawn =
      bar(x, base - whole + spam, step * 0.72, whole - spam) +
      bar(x, base - whole, step * 0.72, spam, true);
    // Every second week has its date.
    if (index % 14 > 0) return drawn;
    const mark = line(`M${round(x)} ${base}v7`, ink, 0.8);
    return drawn + mark + caption(base + 22, dates.format(new Date(one.day)), x);
  });
  const says = quarantined > 0 ? [...captions, texts.legend.spam] : captions;
  return [
    ...rules,
    ...bars,
    line(`M0 ${base}H${axis}`, ink, 1),
    caption(10, says.join(' · ')),
  ].join('');
}

/** Bars beside each other's names, each with its number, below what is said of them. */
function barsChart(captions: readonly string[], bars: readonly Bar[], legend: string): string {
  const most = Math.max(0, ...bars.map(({ count }) => count));
  if (most === 0) return caption(10, texts.nothing);
  const [left, step] = [118, 25];
  const start = 10 + captions.length * 20;
  const bottom = start + bars.length * step;
  const long = (count: number) => (count / most) * (half - left - 56);
  const rows = bars.map(({ name, count, hatched }, index) => {
    const y = start + index * step;
    const middle = y + step / 2 + 1;
    const full = long(count - hatched);
    return (
      text(0, middle, name, 'font-size="14"') +
      bar(left, y + 1, full, step * 0.58) +
      bar(left + full, y + 1, long(hatched), step * 0.58, true) +
      text(left + long(count) + 8, middle, formatNumber(count), 'font-size="14" font-weight="600"')
    );
  });
  return [
    ...captions.map((words, index) => caption(10 + index * 20, words)),
    ...rows,
    line(`M${left} ${start - 3}V${bottom - 6}`, ink, 1),
    bars.some(({ hatched }) => hatched > 0) ? caption(bottom + 14, legend) : '',
  ].join('');
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
