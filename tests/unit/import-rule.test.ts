import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A file in the first folder must not import the second. */
const forbidden = [
  ['content', 'booking/booking.ts'],
  ['content', 'react'],
  ['booking', 'content/brand.ts'],
  ['booking', 'node:fs'],
  ['site/sections', 'server/store/store.ts'],
  ['site/sections', 'scripts/check.ts'],
  ['site/sections', 'node:fs/promises'],
  ['site/browser', 'site/pages/book.tsx'],
  ['site/browser', 'site/sections/hero.tsx'],
  ['server/http', 'site/render.tsx'],
  ['server/http', 'scripts/check.ts'],
  ['server', 'server/cli/list.ts'],
  ['server/http', 'server/cli/list.ts'],
  ['server', 'tests/support/browser.ts'],
  ['scripts', 'tests/support/browser.ts'],
] as const;

let copy = '';
let output = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lodemark-imports-'));
  for (const part of ['content', 'booking', 'site', 'server', 'scripts', 'tests'])
    cpSync(part, join(copy, part), { recursive: true });
  for (const file of ['biome.json', '.gitignore']) cpSync(file, join(copy, file));
  for (const [from, to] of forbidden) plant(from, to);
  write('site/circle-a.ts', "import type { B } from './circle-b.ts';\nexport type A = B[];\n");
  write('site/circle-b.ts', "import type { A } from './circle-a.ts';\nexport type B = A[];\n");
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH };
  ({ stdout: output } = spawnSync('node', ['scripts/check.ts', 'imports'], {
    cwd: copy,
    env,
    encoding: 'utf8',
  }));
});
afterAll(() => rmSync(copy, { recursive: true }));

test.each(forbidden)('a file in %s may not import %s, in any form of import', (from, to) => {
  for (const line of [1, 2, 3, 4]) expect(output).toContain(`${planted(from, to)}:${line}:`);
});

test('no two files import each other, not for types either', () => {
  expect(output).toContain('site/circle-a.ts:1:');
  expect(output).toMatch(/^FAILED {2}imports/);
});

function plant(from: string, to: string): void {
  const path = /\.tsx?$/.test(to) ? relative(from, to).replace(/^(?!\.)/, './') : to;
  const forms = [
    `import type { A } from '${path}';`,
    `import { a } from '${path}';`,
    `export { b } from '${path}';`,
    `export const c = (): Promise<A> => import('${path}').then(a);`,
  ];
  write(planted(from, to), `${forms.join('\n')}\n`);
}

function planted(from: string, to: string): string {
  return `${from}/planted-${to.replace(/\W/g, '-')}.ts`;
}

function write(path: string, text: string): void {
  writeFileSync(join(copy, path), text);
}
