import { type FaceName, files } from 'virtual:fonts';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { brand } from '../../content/brand.ts';
import { colours, inColours } from '../colours.ts';
import { type Copy, headlineOf } from '../copy.ts';
import { translations } from '../languages.ts';
import border from './border.svg?raw';
import { favicon } from './icons.ts';
import { tokenSheets } from './pictures.tsx';

/** The fonts to draw the text with. */
export const fonts = files;

const { ink, tint, paper } = colours.light;

/** The size in px that all networks recommend. */
export const socialSize = { width: 1200, height: 630 } as const;

/** The pages with their own picture, as for `pathOf`. Other pages use the first page's picture. */
const pages = ['', 'book'];

/** The picture of a shared link to the page, in its language. */
export function socialImageOf(copy: Copy, page: string) {
  const language = copy.language === brand.languages[0] ? '' : `-${copy.language}`;
  const isBook = page === 'book';
  return {
    ...socialSize,
    path: isBook ? `/social-book${language}.png` : `/social${language}.png`,
    alt: `${brand.name}. ${isBook ? copy.bookingForm.title : headlineOf(copy)}`,
    words: isBook
      ? { title: copy.bookingForm.title, titleAccent: '', line: copy.join.lede }
      : { ...copy.hero, line: copy.hero.pictureLine },
  };
}

/** The pictures of all languages. */
export const socialImages = translations.flatMap((copy) =>
  pages.map((page) => ({ copy, ...socialImageOf(copy, page) })),
);

/**
 * The social image without its text, as an SVG file: the first view as a small certificate. Its frame runs off the
 * right edge, behind the token.
 */
export function drawSocialImage(): string {
  const { width, height } = socialSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>.frame,.frame svg{stroke:${tint}}</style>
<rect width="${width}" height="${height}" fill="${paper}"/>
<g class="frame" fill="none" stroke-width="1.375">
<path d="M1200 40.69H128M1200 46.19H128M40.69 128V502M46.19 128V502M1200 589.31H128M1200 583.81H128"/>
<svg id="corner" x="40" y="40" width="88" height="88" viewBox="0 0 64 64">${inColours(border)}</svg>
<use href="#corner" transform="matrix(1 0 0 -1 0 630)"/>
</g>
<circle cx="1000" cy="315" r="309" fill="${paper}"/>
<svg x="700" y="15" width="600" height="600">${tokenSheets('light').join('')}</svg>
<svg x="91.4" y="99.4" width="45.2" height="45.2">${favicon}</svg>
</svg>`;
}

/**
 * Writes the text into the social image: the name next to the seal, and the initial into the token. The headline
 * has three lines, or five if it is long, as large as its column allows. The eyebrow is above it, the page's offer
 * below. `familyOf` returns the font family of a face.
 */
export function writeSocialText(
  context: SKRSContext2D,
  familyOf: (face: FaceName) => string,
  { hero, language }: Pick<Copy, 'hero' | 'language'>,
  words: ReturnType<typeof socialImageOf>['words'],
): void {
  const setFont = (face: FaceName, size: number, spacing = 0) => {
    context.font = `${size}px ${familyOf(face)}`;
    context.letterSpacing = `${spacing * size}px`;
  };
  const widthOf = (line: string) => context.measureText(line).width;
  const write = (line: string, colour: string, x: number, y: number) => {
    context.fillStyle = colour;
    context.fillText(line, x, y);
  };

  setFont('display', 34);
  write(brand.name, ink, 152, 133);
  setFont('display', 87);
  write(brand.initial, paper, 1000 - widthOf(brand.initial) / 2, 345.3);

  const [left, columnWidth, head, foot] = [92, 560, 196, 534];
  const fits = (line: string) => widthOf(line) <= columnWidth;
  setFont('text', 24);
  const offer = wrap(words.line, fits);
  for (const [index, line] of offer.entries())
    write(line, ink, left, foot - (offer.length - 1 - index) * 34);
  const lastBaseline = foot - offer.length * 34 - 24;
  const headline = [
    { face: 'display', text: words.title, colour: ink },
    { face: 'display-italic', text: words.titleAccent, colour: tint },
  ] as const;
  const linesAt = (size: number) =>
    headline.flatMap(({ face, text, colour }) => {
      setFont(face, size, -0.018);
      return wrap(text, fits).map((line) => ({ line, face, colour, fits: fits(line) }));
    });
  let size = 96;
  let lines = linesAt(size);
  const baseline = (line: number) => lastBaseline - (lines.length - 1 - line) * size * 1.02;
  const above = () => baseline(0) - size * 1.16;
  const isTooLarge = () =>
    above() < head || lines.length > (size > 56 ? 3 : 5) || lines.some(({ fits }) => !fits);
  while (size > 32 && isTooLarge()) {
    size -= 2;
    lines = linesAt(size);
  }
  for (const [index, { line, face, colour }] of lines.entries()) {
    setFont(face, size, -0.018);
    write(line, colour, left, baseline(index));
  }

  const eyebrow = hero.eyebrow.toLocaleUpperCase(language);
  setFont('mono', 20, 0.1);
  write(eyebrow, tint, left, above());
  context.fillRect(left + widthOf(eyebrow) + 16, above() - 8, 64, 1.32);
}

/** Lines that fit the column. A longer word gets its own line. */
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll('\u00AD', '').split(' ').filter(Boolean)) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
