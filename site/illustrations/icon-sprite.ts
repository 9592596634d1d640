import { hashedFile, namedIn } from '../assets.ts';
import { translations } from '../languages.ts';

/** The icons that cards and steps can show, and those of controls. */
const files = import.meta.glob<string>(['./icons/*.svg', './controls/*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The `d` of each inlined icon, which has one path. */
export const firstView = Object.fromEntries(
  ['arrow-down', 'arrow-left', 'menu', 'x'].map((name) => [name, matchIn(name, / d="([^"]+)"/)]),
);

/** One file with the icons of the landing pages and of controls, each a group with the icon's name. */
export const iconSprite = await hashedFile('icons', 'svg', sprite());

function sprite(): string {
  const names = ['arrow-up-right', ...namedIn(translations, 'icon')].sort();
  // Without the attributes of all icons, which the page sets once.
  const drawing = /^<svg [^>]*viewBox="0 0 24 24"[^>]*>\s*(.*?)\s*<\/svg>\s*$/s;
  const groups = names.map(
    (name) => `<g id="${name}">${matchIn(name, drawing).replaceAll('>\n', '>')}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${groups.join('')}</svg>`;
}

/** The part of an icon's file that the pattern captures. Throws if it has none. */
function matchIn(name: string, pattern: RegExp): string {
  const file = files[`./icons/${name}.svg`] ?? files[`./controls/${name}.svg`] ?? '';
  const [, part] = pattern.exec(file) ?? [];
  if (part === undefined) throw new Error(`${name}.svg is missing, or not an icon of 24 by 24`);
  return part;
}
