import { defineConfig } from 'vite';
import { fonts } from './scripts/vite/fonts.ts';
import { iconSprite } from './scripts/vite/icon-sprite.ts';
import { inlineScript } from './scripts/vite/inline-script.ts';
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
  // In a build, the hashed address replaces it.
  define:
    command === 'serve'
      ? { __ISLANDS__: '"/site/browser/islands.tsx"', __INBOX__: '"/inbox/app.tsx"' }
      : {},
  plugins: [inlineScript(), fonts(), pictures(), iconSprite()],
}));
