import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { virtualModule } from './virtual-module.ts';

const folder = resolve(import.meta.dirname, '../../site/illustrations/icons');

/**
 * `virtual:icon-sprite` gives one file of all icons, each a symbol under its name: `path` is where it
 * is served, `body` the file. They are two exports so that a script that needs the one leaves the other.
 */
export const iconSprite = () =>
  virtualModule('icon-sprite', async (plugin) => {
    plugin.addWatchFile(folder);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.svg'));
    const names = files.map((name) => basename(name, '.svg')).sort();
    const symbols = names.map(async (name) => {
      const file = join(folder, `${name}.svg`);
      plugin.addWatchFile(file);
      return symbol(name, await readFile(file, 'utf8'));
    });
    const drawn = (await Promise.all(symbols)).join('');
    const body = `<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`;
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 8);
    return { path: `/assets/icons-${hash}.svg`, body };
  });

/** The drawing without what every icon has: the page's style sheet says it for all of them. */
function symbol(name: string, svg: string): string {
  const [, drawing] = /^<svg [^>]*viewBox="0 0 24 24"[^>]*>\s*(.*?)\s*<\/svg>\s*$/s.exec(svg) ?? [];
  if (drawing === undefined) throw new Error(`${name}.svg is not one <svg> of 24 by 24`);
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replaceAll('>\n', '>')}</symbol>`;
}
