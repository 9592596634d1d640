import type { Plugin } from 'vite';
import * as landing from '../../content/landing.ts';
import { iconNamed } from './icon-names.ts';

/** `virtual:card-icons` gives the drawings of the icons that content/landing.ts names, by name. */
export function cardIcons(): Plugin {
  return {
    name: 'card-icons',
    resolveId: (id) => (id === 'virtual:card-icons' ? '\0virtual:card-icons' : undefined),
    load(id) {
      if (id !== '\0virtual:card-icons') return;
      const drawn = [...new Set(iconsIn(landing))].map((name) => [name, drawingOf(name)]);
      return `export const cardIcons = ${JSON.stringify(Object.fromEntries(drawn))};`;
    },
  };
}

/** Every `icon` in the data, however deep. */
function iconsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'icon' ? [String(value)] : iconsIn(value),
  );
}

function drawingOf(name: string) {
  const drawing = iconNamed(name);
  if (drawing === undefined) throw new Error(`content/landing.ts: there is no icon '${name}'`);
  return drawing;
}
