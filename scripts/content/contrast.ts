import type { colours } from '../../content/colours.ts';

type Print = keyof typeof colours;
type Colour = keyof typeof colours.light;

/** Text of normal size wants 7:1 (WCAG 2.2, 1.4.6), a line that carries meaning 3:1 (1.4.11). */
const [words, lines] = [7, 3];

/** What stands on what, in which prints. */
const pairs: { on: Colour; over: Colour; least: number; use: string; prints: Print[] }[] = [
  { on: 'ink', over: 'paper', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'ink', over: 'sheet', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'inkSoft', over: 'paper', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'inkSoft', over: 'sheet', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'accent', over: 'paper', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'accent', over: 'sheet', least: words, use: 'words', prints: ['light', 'dark'] },
  { on: 'tint', over: 'paper', least: words, use: 'words on buttons', prints: ['light', 'dark'] },
  { on: 'tint', over: 'sheet', least: lines, use: 'frames', prints: ['light', 'dark'] },
  { on: 'pale', over: 'ink', least: lines, use: 'lines', prints: ['light'] },
];

/** The colours that cannot be read or that cannot be told from their ground, a sentence each. */
export function wrongColours(given: unknown): string[] {
  return (['light', 'dark'] as const).flatMap((print) => {
    const shown = Object.fromEntries(
      pairs
        .flatMap(({ on, over }) => [on, over])
        .map((name) => [name, colourAt(given, print, name)]),
    );
    const unknown = Object.entries(shown).filter(([, hex]) => !/^#[0-9a-f]{6}$/i.test(hex));
    if (unknown.length > 0)
      return unknown.map(
        ([name, hex]) =>
          `content/colours.ts: ${name} of ${print} is ${hex === '' ? 'missing' : `‘${hex}’`}. Write # and six digits, such as #205946.`,
      );
    return pairs
      .filter(({ prints }) => prints.includes(print))
      .flatMap(({ on, over, least, use }) => {
        const [front = '', ground = ''] = [shown[on], shown[over]];
        const ratio = contrast(front, ground);
        if (ratio >= least) return [];
        const [more, less] =
          luminance(ground) > luminance(front) ? ['darker', 'lighter'] : ['lighter', 'darker'];
        return [
          `content/colours.ts: ${on} (${front}) on ${over} (${ground}) of ${print} is too weak for ${use}: ${ratio.toFixed(1)}:1, and ${least}:1 is needed. Make ${on} ${more} or ${over} ${less}.`,
        ];
      });
  });
}

function colourAt(given: unknown, print: Print, name: Colour): string {
  const group: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, print) : undefined;
  const hex: unknown =
    typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined;
  return typeof hex === 'string' ? hex : '';
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance, of # and six digits. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
