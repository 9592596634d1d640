import { brand } from '../../content/brand.ts';
import { colours } from '../../content/colours.ts';
import { escapeHtml } from '../visible-text.ts';

/** Light, as on paper. */
export const { ink, inkSoft, pale, accent } = colours.light;
const { paper, sheet, tint } = colours.light;

// A program that opens the file, or a mail, has not the site's own faces.
export const display = "'Bodoni Moda', 'Bodoni 72', Didot, 'Bodoni MT', 'Times New Roman', serif";
export const plain = "'Hanken Grotesk', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

/** A4, four units to the millimetre. */
const width = 840;
export const height = 1188;
export const edge = 64;
export const inner = width - 2 * edge;

/**
 * A sheet with two fine lines around it, as on a certificate. It has no size, so that a printer with margins
 * of its own fits it on one page too. Drawn by presentation attributes, which no policy forbids; the style is
 * for printers alone.
 */
export function sheetOf(title: string, content: string): string {
  const around = (inset: number) =>
    `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="report-title" lang="${brand.languages[0]}" font-family="${plain}" fill="${ink}">
<title id="report-title">${escapeHtml(title)}</title>
<style>@page{size:A4;margin:0}</style>
<defs><pattern id="report-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="${sheet}"/><path d="M1 0V5" stroke="${accent}" stroke-width="1.8"/></pattern></defs>
<rect width="${width}" height="${height}" fill="${paper}"/>
${line(around(32), tint, 1.4)}${line(around(38), tint, 0.5)}
${content}
</svg>
`;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A line of text. Without a size in its attributes it has 15. */
export function text(x: number, y: number, words: string, attributes: Attributes): string {
  const all = { x: round(x), y: round(y), 'font-size': 15, ...attributes };
  return `<text${attributesOf(all)}>${escapeHtml(words)}</text>`;
}

/** A small line of text at the left edge. */
export const caption = (y: number, words: string) =>
  text(0, y, words, { 'font-size': 13.5, fill: inkSoft });

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

export const round = (value: number) => Math.round(value * 10) / 10;

export const line = (d: string, stroke: string, strokeWidth: number, dashes?: string) =>
  `<path${attributesOf({ d, fill: 'none', stroke, 'stroke-width': strokeWidth, 'stroke-dasharray': dashes })}/>`;

/** A part of a bar: full of ink, or hatched, which can be told apart without colour. */
export function bar(x: number, y: number, w: number, h: number, hatched = false): string {
  if (w <= 0 || h <= 0) return '';
  const inset = hatched ? 0.6 : 0;
  const attributes = {
    ...{ x: round(x + inset), y: round(y + inset) },
    ...{ width: Math.max(0.6, round(w - 2 * inset)), height: Math.max(0.6, round(h - 2 * inset)) },
    ...(hatched
      ? { fill: 'url(#report-hatch)', stroke: accent, 'stroke-width': 1.2 }
      : { fill: tint }),
  };
  return `<rect${attributesOf(attributes)}/>`;
}

/** A band of engraved waves. */
export function guilloche(x: number, y: number, length: number): string {
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
