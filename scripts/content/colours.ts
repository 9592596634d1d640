import { z } from 'zod';

const names = ['paper', 'sheet', 'ink', 'inkSoft', 'tint', 'pale', 'accent', 'ornament'];

/**
 * The least contrast of a colour on others: text of normal size needs 7:1 (WCAG 2.2, 1.4.6), a line
 * that carries meaning 3:1 (1.4.11).
 */
const needs = {
  ink: { paper: 7, sheet: 7 },
  inkSoft: { paper: 7, sheet: 7 },
  accent: { paper: 7, sheet: 7 },
  tint: { paper: 7, sheet: 3 },
  ornament: { paper: 3, sheet: 3 },
};

/** The colours of both themes. Every colour can be told apart from those that it meets on the page. */
export const colours = z.strictObject({
  // On the light page the fine lines also stand on the dark foot.
  light: theme({ ...needs, pale: { ink: 3 } }),
  dark: theme(needs),
});

function theme(needs: Record<string, Record<string, number>>) {
  const colour = z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'is no colour. Write # and six digits.', abort: true });
  return z.record(z.enum(names), colour).superRefine((colours, context) => {
    for (const [name, grounds] of Object.entries(needs)) {
      const weakOn = (hex = '') =>
        Object.entries(grounds).filter(([ground, least]) => contrast(hex, colours[ground]) < least);
      const passing = shadesOf(colours[name]).find((shade) => weakOn(shade).length === 0);
      const hint = passing ? `${passing} is near and passes.` : 'Change one of the two.';
      for (const [ground, least] of weakOn(colours[name])) {
        const ratio = contrast(colours[name], colours[ground]).toFixed(1);
        const message = `is too weak on ${ground}: ${ratio}:1, and ${least}:1 is needed. ${hint}`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
}

/** The colour mixed with more and more black or white. */
function shadesOf(hex = ''): string[] {
  return Array.from({ length: 100 }, (_, index) => (index + 1) / 100).flatMap((share) =>
    [0, 255].map((end) => {
      const mixed = channelsOf(hex).map((value) => Math.round(value + (end - value) * share));
      return `#${Buffer.from(mixed).toString('hex')}`;
    }),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first = '', second = ''): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
function channelsOf(hex: string): number[] {
  return [...Buffer.from(hex.slice(1), 'hex')];
}
