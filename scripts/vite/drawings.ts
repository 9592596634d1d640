import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * `import svg from './boxing.ts?drawing'` runs the module at build time and gives the SVG text
 * that its one export returns, so that no drawing is computed when the server starts.
 */
export function drawings(): Plugin {
  return {
    name: 'drawing',
    async load(id) {
      const [file, query] = id.split('?');
      if (query !== 'drawing' || file === undefined) return;
      this.addWatchFile(file);
      const { mtimeMs } = await stat(file);
      const exported: Record<string, () => string> = await import(
        `${pathToFileURL(file).href}?changed=${mtimeMs}`
      );
      const [draw, ...others] = Object.values(exported);
      if (draw === undefined || others.length > 0) {
        throw new Error(`${file} must export one function that draws, and nothing else`);
      }
      return `export default ${JSON.stringify(draw())}`;
    },
  };
}
