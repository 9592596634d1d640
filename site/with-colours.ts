import { colours } from '../content/colours.ts';

/** How dense the hairlines are against the ink, in hex. */
const veils = { light: '3d', dark: '47' } as const;

/**
 * The style sheet with the colours of the content: a print's custom properties in the place of
 * `--colours: light` and `--colours: dark`. In hex, which every browser reads: in one without
 * `oklch` no field and no button would show.
 */
export function withColours(styles: string): string {
  return styles.replaceAll(/--colours: ?(light|dark)/g, (_mark, print: 'light' | 'dark') => {
    const { paper, sheet, ink, inkSoft, tint, pale, accent } = colours[print];
    return (
      `--paper:${paper};--sheet:${sheet};--ink:${ink};--ink-soft:${inkSoft};--tint:${tint};` +
      `--pale:${pale};--accent:${accent};--hairline:${ink}${veils[print]}`
    );
  });
}
