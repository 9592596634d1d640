import { hyphenated } from '../browser/elements.ts';
import { colours } from '../colours.ts';

/** CSS with the colours of both themes as custom properties. Print always uses the light theme. */
export const colourTokens = `@layer base{:root,[data-theme=light]{${properties('light')}}@media screen{[data-theme=dark]{color-scheme:dark;${properties('dark')}}}}`;

/** CSS for a page whose theme is `system`: dark if the system is dark. */
export const systemColours = `@media screen and (prefers-color-scheme:dark){[data-theme=system]{color-scheme:dark;${properties('dark')}}}`;

/** In hex, because a browser without `oklch` would show no fields and buttons. */
function properties(theme: keyof typeof colours): string {
  // The hairlines are ink with this opacity.
  const hairline = colours[theme].ink + (theme === 'light' ? '3d' : '47');
  const named = Object.entries({ ...colours[theme], hairline });
  return named.map(([name, colour]) => `--${hyphenated(name)}:${colour}`).join(';');
}
