import { colours } from '../colours.ts';

/** The colours of both themes as custom properties, in CSS. On paper all is dark on light. */
export const colourTokens = `@layer base{:root,[data-theme=light]{${properties('light')}}@media screen{[data-theme=dark]{color-scheme:dark;${properties('dark')}}}}`;

/** The dark theme where the system is dark, for a page whose theme is `system`. */
export const systemColours = `@media screen and (prefers-color-scheme:dark){[data-theme=system]{color-scheme:dark;${properties('dark')}}}`;

/** Hex, because a browser without `oklch` would show no field and no button. */
function properties(theme: keyof typeof colours): string {
  // How dense the hairlines are against the ink.
  const hairline = colours[theme].ink + (theme === 'light' ? '3d' : '47');
  const named = Object.entries({ ...colours[theme], hairline });
  // `inkSoft` is `ink-soft` in CSS.
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return named.map(([name, colour]) => `--${kebab(name)}:${colour}`).join(';');
}
