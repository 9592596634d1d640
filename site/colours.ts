import { clampChroma, converter, formatHex, wcagContrast } from 'culori';
import { colours as brand } from '../content/colours.ts';

/** The background of light pages and the text of dark ones. */
export const paper = '#f4f0e4';

const oklch = converter('oklch');

/**
 * The colours of both themes, each as # and six digits, derived from the two in content/colours.ts. Pages,
 * drawings, icons and link previews use them.
 */
export const colours = coloursFrom(brand);

/**
 * Derives both themes from the two brand colours. `tint` is for lines, frames and the end of the headline,
 * `accent` for marks. Text uses a darkened accent, for contrast.
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
    /** Less prominent text. */
    inkSoft: shade(tint, 0.37, 0.3),
    tint,
    /** Fine background lines, never text. */
    pale: shade(tint, 0.735, 0.62),
    /** Emphasized text: numbers, errors, and the focus ring. */
    accent: darkened(accent, paper, 7),
    /** Marks without text: the token's core, the dial's hand, a record's path. */
    ornament: accent,
  };
  const bright = shade(accent, 0.77, 0.8);
  return {
    /** Dark on light: the landing page, icons and drawings. */
    light,
    /** Light on dark: the Book a Call page, the section Security and the landing page's footer. */
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

type Colour = 'ink' | 'tint' | 'pale' | 'ornament' | 'paper' | 'sheet';

/** A drawing of site/illustrations in the brand's colours: the ink replaces `var(--ink, black)`. */
export function inColours(svg: string, theme: keyof typeof colours = 'light'): string {
  return svg.replaceAll(
    /var\(--(ink|tint|pale|ornament|paper|sheet), \w+\)/g,
    (_match, name: Colour) => colours[theme][name],
  );
}

/** The colour, or the nearest darker one with at least this contrast on the background. */
export function darkened(hex: string, ground: string, least: number): string {
  const lightness = oklch(hex)?.l ?? 0;
  for (let part = 1; part > 0; part -= 0.01) {
    const darker = part === 1 ? hex : shade(hex, lightness * part, 1);
    if (wcagContrast(darker, ground) >= least) return darker;
  }
  return '#000000';
}

/** The colour's hue in OKLCH, with this lightness (0 to 1) and this share of its chroma. */
function shade(hex: string, lightness: number, share: number): string {
  const { c = 0, h = 0 } = oklch(hex) ?? {};
  // Limit the chroma to what a screen can show.
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: c * share, h }, 'oklch'));
}
