import { build, type Plugin } from 'vite';

/**
 * `import text from './controls.ts?inline-script'` returns the module, bundled and minified as one classic script to
 * inline. It is ES2020, which all browsers since 2020 can run.
 */
export function inlineScript(): Plugin {
  /** The address of the islands' script, as code. */
  let islands = '';
  return {
    name: 'inline-script',
    configResolved({ define }) {
      islands = String(define?.__ISLANDS__);
    },
    async load(id) {
      const [file, query] = id.split('?');
      if (query !== 'inline-script' || file === undefined) return;
      const built = await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        define: { __ISLANDS__: islands },
        build: {
          write: false,
          target: 'es2020',
          modulePreload: false,
          rolldownOptions: { input: file, output: { format: 'iife' } },
        },
      });
      const chunk = outputsOf(built).find((part) => part.type === 'chunk');
      for (const module of chunk?.moduleIds ?? []) this.addWatchFile(module);
      return `export default ${JSON.stringify(chunk?.code.trim())}`;
    },
  };
}

export function outputsOf(built: Awaited<ReturnType<typeof build>>) {
  return [built].flat().flatMap((part) => ('output' in part ? part.output : []));
}
