import { z } from 'zod';

const names = ['paper', 'sheet', 'ink', 'inkSoft', 'tint', 'pale', 'accent'] as const;
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
    const darker = luminance(colours[background]) > luminance(colours[foreground]);
    const message = `is too weak on ${background}: ${ratio.toFixed(1)}:1, and ${least}:1 is needed. Make it ${darker ? 'darker' : 'lighter'}.`;
    context.addIssue({ code: 'custom', path: [foreground], message });
  }
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
