import { defineConfig } from 'vite';
import { bootstrap } from './scripts/vite/bootstrap.ts';
import { drawings } from './scripts/vite/drawings.ts';
import { fonts } from './scripts/vite/fonts.ts';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  build: { target: 'es2022', cssMinify: true, assetsInlineLimit: 0 },
  // The build gives the hashed address instead.
  define: command === 'serve' ? { __ISLAND__: '"/site/browser/island.tsx"' } : {},
  plugins: [bootstrap(), drawings(), fonts()],
}));
