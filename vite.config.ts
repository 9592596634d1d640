import { defineConfig } from 'vite';
import { fonts } from './scripts/vite/fonts.ts';
import { pictures } from './scripts/vite/pictures.ts';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Subsetting fonts is slow. Vite would warn about the plugins' share of the time.
    // 'use client' in a package has no meaning here.
    rolldownOptions: { checks: { pluginTimings: false, moduleLevelDirective: false } },
    cssMinify: true,
    // With Chrome 119 as target, nested rules are flattened, for older browsers too.
    cssTarget: ['chrome119', 'firefox128', 'safari17.5'],
  },
  // scripts/build.ts has the values for a build.
  define:
    command === 'serve'
      ? {
          __ISLANDS__: '"/site/browser/islands.ts"',
          __INBOX__: '"/inbox/app.tsx"',
          __BOOK__: `"import('/site/browser/book.ts')"`,
          __CONTROLS__: `"import('/site/browser/controls.ts')"`,
        }
      : {},
  plugins: [fonts(), pictures()],
}));
