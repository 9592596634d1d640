import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readContent, virtualModule } from './virtual-module.ts';

const folder = resolve(import.meta.dirname, '../../site/illustrations/icons');
const controls = ['arrow-up-right', 'share'];

/**
 * `virtual:icon-sprite` gives one file of the icons that the landing pages name and those of
 * controls, each a group under its name: `path` is where it is served, `body` the file. They are two
 * exports, so that a script that needs the one leaves the other.
 */
export const iconSprite = () =>
  virtualModule('icon-sprite', async (plugin) => {
    const { languages } = await readContent(plugin);
    const names = [...new Set([...controls, ...iconsIn(languages)])].sort();
    const groups = names.map(async (name) => {
      const file = resolve(folder, `${name}.svg`);
      plugin.addWatchFile(file);
      return group(name, await readFile(file, 'utf8'));
    });
    const drawn = (await Promise.all(groups)).join('');
    const body = `<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`;
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8);
    return { path: `/assets/icons-${hash}.svg`, body };
  });

/** Every `icon` in the data, however deep. */
function iconsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'icon' ? [String(value)] : iconsIn(value),
  );
}

/** The drawing without what every icon has: the page says it for all of them. */
function group(name: string, svg: string): string {
  const [, drawing] = /^<svg [^>]*viewBox="0 0 24 24"[^>]*>\s*(.*?)\s*<\/svg>\s*$/s.exec(svg) ?? [];
  if (drawing === undefined) throw new Error(`${name}.svg is not one <svg> of 24 by 24`);
  return `<g id="${name}">${drawing.replaceAll('>\n', '>')}</g>`;
}
