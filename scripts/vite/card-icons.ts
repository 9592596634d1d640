import { type IconNode, icons } from 'lucide';
import type { Plugin } from 'vite';
import * as landing from '../../content/landing.ts';

const drawings: Readonly<Record<string, IconNode>> = icons;

/** `virtual:card-icons` gives the drawings of the icons that content/landing.ts names, by name. */
export function cardIcons(): Plugin {
  return {
    name: 'card-icons',
    resolveId: (id) => (id === 'virtual:card-icons' ? '\0virtual:card-icons' : undefined),
    load(id) {
      if (id !== '\0virtual:card-icons') return;
      const drawn = [...new Set(iconsIn(landing))].map((name) => [name, iconNamed(name)]);
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

/** An icon by its name at https://lucide.dev/icons, such as `file-search`. Throws for one that is not there. */
function iconNamed(name: string): IconNode {
  const drawing = drawings[inCode(name)];
  if (drawing === undefined) throw new Error(`content/landing.ts: there is no icon '${name}'`);
  return drawing;
}

/** Whether there is an icon of that name. */
export const isIcon = (name: string): boolean => drawings[inCode(name)] !== undefined;

/** The names of all icons, as content writes them. */
export const iconNames = (): string[] =>
  Object.keys(drawings).map((name) =>
    name
      .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
      .toLowerCase(),
  );

/** `file-search` is `FileSearch` in the package. */
function inCode(name: string): string {
  const parts = name.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return parts.join('');
}
