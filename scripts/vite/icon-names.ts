import { type IconNode, icons } from 'lucide';

const drawings: Readonly<Record<string, IconNode>> = icons;

/** An icon by its name at https://lucide.dev/icons, such as `file-search`; undefined where there is none. */
export function iconNamed(name: string): IconNode | undefined {
  const parts = name.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return drawings[parts.join('')];
}

/** The names of all icons, as content writes them: `FileSearch` is `file-search`. */
export function iconNames(): string[] {
  const betweenWords = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=[A-Z])(?=[A-Z][a-z])/g;
  return Object.keys(drawings).map((name) => name.replace(betweenWords, '-').toLowerCase());
}
