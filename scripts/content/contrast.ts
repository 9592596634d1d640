import { z } from 'zod';

const names = ['paper', 'sheet', 'ink', 'inkSoft', 'tint', 'pale', 'accent', 'ornament'] as const;
type Colour = (typeof names)[number];

/** Text of normal size needs 7:1 (WCAG 2.2, 1.4.6), a line that carries meaning 3:1 (1.4.11). */
const pairs: [foreground: Colour, background: Colour, least: number][] = [
  ['ink', 'paper', 7],
  ['ink', 'sheet', 7],
  ['inkSoft', 'paper', 7],
  ['inkSoft', 'sheet', 7],
  ['accent', 'paper', 7],
  ['accent', 'sheet', 7],
  ['tint', 'paper', 7],
  ['tint', 'sheet', 3],
  ['ornament', 'paper', 3],
  ['ornament', 'sheet', 3],
];
/** On the light page the fine lines also stand on the dark foot. */
const lightPairs: typeof pairs = [...pairs, ['pale', 'ink', 3]];

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'is no colour. Write # and six digits.', abort: true });
const theme = z.record(z.enum(names), colour);

/** The colours of both themes; each pair that meets on the page can be told apart. */
export const coloursSchema = z.strictObject({
  light: theme.superRefine((colours, context) => addWeak(colours, lightPairs, context)),
  dark: theme.superRefine((colours, context) => addWeak(colours, pairs, context)),
});

function addWeak(
  colours: Record<Colour, string>,
  wanted: typeof pairs,
  context: z.RefinementCtx,
): void {
  for (const [foreground, background, least] of wanted) {
    const ratio = contrast(colours[foreground], colours[background]);
    if (ratio >= least) continue;
    const needs = wanted.filter(([colour]) => colour === foreground);
    const passing = nearestPassing(colours[foreground], (shade) =>
      needs.every(([, behind, ratio]) => contrast(shade, colours[behind]) >= ratio),
    );
    const darker = luminance(colours[background]) > luminance(colours[foreground]);
    const proposal = passing
      ? `${passing} is near and passes.`
      : `Make it ${darker ? 'darker' : 'lighter'}.`;
    const message = `is too weak on ${background}: ${ratio.toFixed(1)}:1, and ${least}:1 is needed. ${proposal}`;
    context.addIssue({ code: 'custom', path: [foreground], message });
  }
}

/** The colour mixed with as little black or white as passes; undefined where no mixture does. */
function nearestPassing(hex: string, passes: (shade: string) => boolean): string | undefined {
  for (let share = 1; share <= 100; share += 1)
    for (const target of [0, 255]) {
      const shade = mixed(hex, target, share / 100);
      if (passes(shade)) return shade;
    }
  return undefined;
}

/** The colour with this share of black (0) or white (255) in it. */
function mixed(hex: string, target: number, share: number): string {
  const parts = hex.match(/[0-9a-f]{2}/gi) ?? [];
  const shares = parts.map((part) => {
    const value = Number.parseInt(part, 16);
    return Math.round(value + (target - value) * share);
  });
  return `#${shares.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
