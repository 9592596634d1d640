import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn';
import { colours as brand } from '../content/colours.ts';

/** The light page, and words on a dark one. On its own, so that an island which needs it brings no other. */
export const paper = '#f4f0e4';

/** Without side effects, so that the browser, which needs `paper` alone, gets none of it. */
const oklch = /* @__PURE__ */ converter();

function converter() {
  for (const mode of [modeRgb, modeLrgb, modeOklab]) registerMode(mode);
  return registerMode(modeOklch);
}

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

/** The colour, or the nearest darker one that has this contrast on the ground. */
export function darkened(hex: string, ground: string, least: number): string {
  const lightness = oklch(hex)?.l ?? 0;
  for (let part = 1; part > 0; part -= 0.01) {
    const darker = part === 1 ? hex : shade(hex, lightness * part, 1);
    if (wcagContrast(darker, ground) >= least) return darker;
  }
  return '#000000';
}

/** The hue of the colour in this lightness (0 to 1), with this share of its chroma, in OKLCH. */
function shade(hex: string, lightness: number, share: number): string {
  const { c = 0, h = 0 } = oklch(hex) ?? {};
  // As much chroma as a screen can show.
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: c * share, h }, 'oklch'));
}
