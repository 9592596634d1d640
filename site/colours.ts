import { colours as brand } from '../content/colours.ts';

/** The light page, and words on a dark one. On its own, so that an island which needs it brings no other. */
export const paper = '#f4f0e4';

/**
 * The colours of both themes, each as # and six digits, made from the two of content/colours.ts. The
 * pages, the drawings, the icons and the pictures of a shared link take them from here.
 */
export const colours = /* @__PURE__ */ coloursFrom(brand);

/**
 * Both themes from the two brand colours: `tint` for lines, frames and the end of the headline, `accent`
 * for marks. Text uses the accent, darkened until it is readable; marks without text keep it.
 */
export function coloursFrom({ tint, accent }: { tint: string; accent: string }) {
  const dark = shade(tint, 0.205, 0.3);
  const light = {
    /** The page. */
    paper,
    /** Cards, frames and menus, a little lighter than the page. */
    sheet: '#faf7ef',
    /** Text, rules and the darkest lines. */
    ink: shade(tint, 0.217, 0.3),
    /** Text of less weight. */
    inkSoft: shade(tint, 0.37, 0.3),
    tint,
    /** Fine lines behind others. No text is set in it. */
    pale: shade(tint, 0.735, 0.62),
    /** Words that are marked: numbers, errors, the focus. */
    accent: darkened(accent, paper, 7),
    /** Marks without words: the core of the token, the hand of the dial, the way of a record. */
    ornament: accent,
  };
  const bright = shade(accent, 0.77, 0.8);
  return {
    /** Dark on light: the landing page, the icons and the drawings. */
    light,
    /** Light on dark: the Book a Call page, Security and the foot of the landing page. */
    dark: {
      paper: dark,
      sheet: shade(tint, 0.243, 0.3),
      ink: paper,
      inkSoft: '#cbccbf',
      tint: shade(tint, 0.76, 0.82),
      pale: shade(tint, 0.485, 0.6),
      accent: bright,
      ornament: bright,
    },
  };
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio of two colours, each as # and six digits. */
export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour, or the nearest darker one that has this contrast on the ground. */
export function darkened(hex: string, ground: string, least: number): string {
  const { lightness } = oklchOf(hex);
  for (let part = 1; part > 0; part -= 0.01) {
    const darker = part === 1 ? hex : shade(hex, lightness * part, 1);
    if (contrast(darker, ground) >= least) return darker;
  }
  return '#000000';
}

/** The hue of the colour in this lightness (0 to 1), with this share of its chroma, in OKLCH. */
function shade(hex: string, lightness: number, share: number): string {
  const { chroma, hue } = oklchOf(hex);
  // As much chroma as a screen can show.
  for (let part = share; ; part *= 0.95) {
    const channels = linearOf(lightness, chroma * part, hue);
    if (part < 0.01 || channels.every((value) => value > -0.0005 && value < 1.0005))
      return `#${channels.map(encoded).join('')}`;
  }
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function oklchOf(hex: string) {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function linearOf(lightness: number, chroma: number, hue: number): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** A linear channel in sRGB, as two digits. */
function encoded(value: number): string {
  const within = Math.min(1, Math.max(0, value));
  const part = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, linear, 0 to 1. */
function channelsOf(hex: string): number[] {
  return [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}
