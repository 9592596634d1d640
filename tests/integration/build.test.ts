import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyTree } from '../support/copied-tree.ts';

const folder = copyTree();

afterAll(() => rmSync(folder, { recursive: true }));

test('a card without an icon stops the build, which says so last', () => {
  const file = join(folder, 'content/landing.ts');
  const written = readFileSync(file, 'utf8');
  writeFileSync(file, written.replace("icon: 'gem',", ''));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', 'dist'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr.trim().split('\n').at(-1)).toBe(
    'content/landing.ts: the icon of the third claim is missing. Write it, between quotation marks.',
  );
  expect(status).toBe(1);
});
