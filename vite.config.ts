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
    // The plugins cut fonts: a warning about their share of the time would alarm.
    // 'use client' in a package is for a server that renders React.
    rolldownOptions: { checks: { pluginTimings: false, moduleLevelDirective: false } },
    cssMinify: true,
    // Chrome 119 knows no nesting: rules are written out flat, for older browsers too.
    cssTarget: ['chrome119', 'firefox128', 'safari17.5'],
  },
  // The build gives the hashed address instead.
  define:
    command === 'serve'
      ? { __ISLANDS__: '"/site/browser/islands.tsx"', __INBOX__: '"/inbox/app.tsx"' }
      : {},
  plugins: [inlineScript(), fonts(), pictures(), iconSprite()],
}));
