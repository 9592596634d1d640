import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const forbidden = [
  { from: 'content', to: 'booking/booking.ts' },
  { from: 'content', to: 'react' },
  { from: 'booking', to: 'content/brand.ts' },
  { from: 'booking', to: 'node:fs' },
  { from: 'site/sections', to: 'server/store/store.ts' },
  { from: 'site/sections', to: 'scripts/check.ts' },
  { from: 'site/sections', to: 'tests/support/browser.ts' },
  { from: 'site/sections', to: 'node:fs/promises' },
  { from: 'site/browser', to: 'site/pages/book.tsx' },
  { from: 'site/browser', to: 'site/sections/hero.tsx' },
  { from: 'site/browser', to: 'server/store/store.ts' },
  { from: 'server/http', to: 'site/render.tsx' },
  { from: 'server/http', to: 'scripts/check.ts' },
  { from: 'server', to: 'tests/support/browser.ts' },
  { from: 'scripts', to: 'tests/support/browser.ts' },
];

const permitted = [
  { from: 'content', to: 'content/brand.ts' },
  { from: 'site/sections', to: 'content/brand.ts' },
  { from: 'site/sections', to: 'react-dom/server' },
  { from: 'site/browser', to: 'booking/booking.ts' },
  { from: 'site/browser', to: 'site/components/icon.tsx' },
  { from: 'server/http', to: 'booking/booking.ts' },
  { from: 'server/http', to: 'content/brand.ts' },
  { from: 'server/http', to: 'site/site.ts' },
  { from: 'server/http', to: 'server/store/store.ts' },
  { from: 'server/http', to: 'node:fs/promises' },
  { from: 'scripts', to: 'vite' },
  { from: 'tests/unit', to: 'server/store/store.ts' },
  { from: 'tests/unit', to: 'tests/support/browser.ts' },
];

let copy = '';
/** What the check says of all that is forbidden. */
let refused: ReturnType<typeof checkImports>;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lodemark-imports-'));
  const parts = ['booking', 'content', 'scripts', 'server', 'site', 'tests'];
  for (const part of [...parts, 'biome.json', '.gitignore']) {
    cpSync(part, join(copy, part), { recursive: true });
  }
  const planted = forbidden.map(({ from, to }) => plant(from, to));
  refused = checkImports();
  for (const file of planted) rmSync(join(copy, file));
});

afterAll(() => rmSync(copy, { recursive: true }));

test.each(forbidden)('$from may not import $to, in any form of import', ({ from, to }) => {
  expect(refused.status).toBe(1);
  for (const line of [1, 2, 3, 4]) {
    expect(refused.stdout).toContain(`${plantedPath(from, to)}:${line}:`);
  }
});

test('every permitted import passes', () => {
  for (const { from, to } of permitted) plant(from, to);
  const { status, stdout } = checkImports();
  expect(stdout.trim()).toBe('ok  imports');
  expect(status).toBe(0);
});

/** Writes a file into the folder `from` that imports `to` in every form; gives its path. */
function plant(from: string, to: string): string {
  const path = /\.tsx?$/.test(to) ? relative(from, to).replace(/^(?!\.)/, './') : to;
  const forms = [
    `import type { A } from '${path}';`,
    `import { a } from '${path}';`,
    `export { b } from '${path}';`,
    `export const c = (): Promise<A> => import('${path}').then(a);`,
  ];
  writeFileSync(join(copy, plantedPath(from, to)), `${forms.join('\n')}\n`);
  return plantedPath(from, to);
}

function plantedPath(from: string, to: string): string {
  return `${from}/planted-${to.replace(/\W/g, '-')}.ts`;
}

function checkImports() {
  const PATH = [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH };
  return spawnSync('node', ['scripts/check.ts', 'imports'], { cwd: copy, env, encoding: 'utf8' });
}
