import { build, type Plugin } from 'vite';

/**
 * `import text from './bootstrap.ts?inline-script'` gives the script as one classic script,
 * bundled and minified, to be written into the page. ES2020: read by every browser since 2020, and shorter.
 */
export function bootstrap(): Plugin {
  let assets = '/assets/';
  return {
    name: 'inline-script',
    configResolved(config) {
      // Under the development server the island comes from the source tree.
      if (config.command === 'serve') assets = '/site/';
    },
    async load(id) {
      const [file, query] = id.split('?');
      if (query !== 'inline-script' || file === undefined) return;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await bundle(file, assets))}`;
    },
  };
}

async function bundle(entry: string, assets: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __ASSETS__: JSON.stringify(assets) },
    build: {
      write: false,
      target: 'es2020',
      modulePreload: false,
      rollupOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .find((part) => part.type === 'chunk');
  if (chunk === undefined) throw new Error(`${entry} gave no script`);
  return chunk.code.trim();
}
