import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { assetPath, controlIcons, namedIn } from '../../site/assets.ts';
import { readContent, virtualModule } from './virtual-module.ts';

const folder = resolve(import.meta.dirname, '../../site/illustrations/icons');

/**
 * `virtual:icon-sprite` exports one file with the icons of the landing pages and of controls, each a group with the
 * icon's name. `path` is its path, `body` the file. `firstView` has the inlined icons. Separate exports let a script
 * import only what it needs.
 */
export const iconSprite = () =>
  virtualModule('icon-sprite', async (plugin) => {
    const { languages } = await readContent(plugin);
    const read = async (name: string) => {
      const file = resolve(folder, `${name}.svg`);
      plugin.addWatchFile(file);
      return readFile(file, 'utf8');
    };
    const lines = controlIcons.firstView.map(async (name) => [
      name,
      lineOf(name, await read(name)),
    ]);
    const names = [...controlIcons.below, ...namedIn(languages, 'icon')].sort();
    const groups = names.map(async (name) => group(name, await read(name)));
    const drawn = (await Promise.all(groups)).join('');
    const body = `<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`;
    const path = await assetPath('icons', 'svg', new TextEncoder().encode(body));
    return { firstView: Object.fromEntries(await Promise.all(lines)), path, body };
  });

/** The `d` of an icon of one path. */
function lineOf(name: string, svg: string): string {
  const [, line] = / d="([^"]+)"/.exec(svg) ?? [];
  if (line === undefined) throw new Error(`${name}.svg has no path`);
  return line;
}

/** The drawing without the attributes of all icons, which the page sets once. */
function group(name: string, svg: string): string {
  const [, drawing] = /^<svg [^>]*viewBox="0 0 24 24"[^>]*>\s*(.*?)\s*<\/svg>\s*$/s.exec(svg) ?? [];
  if (drawing === undefined) throw new Error(`${name}.svg is not one <svg> of 24 by 24`);
  return `<g id="${name}">${drawing.replaceAll('>\n', '>')}</g>`;
}
