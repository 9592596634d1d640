import { type IconNode, icons } from 'lucide';
import { readContent, virtualModule } from './virtual-module.ts';

const drawings: Readonly<Record<string, IconNode>> = icons;

/** `virtual:card-icons` gives the drawings of the icons that content/landing.ts names, by name. */
export const cardIcons = () =>
  virtualModule('card-icons', async (plugin) => {
    const { landing } = await readContent(plugin);
    const drawn = iconsIn(landing).map((name) => {
      const drawing = iconNamed(name);
      if (drawing === undefined) throw new Error(`content/landing.ts: there is no icon '${name}'`);
      return [name, drawing];
    });
    return { cardIcons: Object.fromEntries(drawn) };
  });

/** Every `icon` in the data, however deep. */
function iconsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'icon' ? [String(value)] : iconsIn(value),
  );
}

/** An icon by its name at https://lucide.dev/icons, such as `file-search`; undefined where there is none. */
export function iconNamed(name: string): IconNode | undefined {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return drawings[words.join('')];
}

/** The names of all icons, as content writes them: `FileSearch` is `file-search`. */
export function iconNames(): string[] {
  const betweenWords = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=[A-Z])(?=[A-Z][a-z])/g;
  return Object.keys(drawings).map((name) => name.replace(betweenWords, '-').toLowerCase());
}
