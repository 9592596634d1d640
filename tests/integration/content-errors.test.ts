import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { copyTree } from '../support/copied-tree.ts';

// What somebody sees who edits content/ and makes a mistake.

const folder = copyTree();
const file = join(folder, 'content/landing.ts');
const shipped = readFileSync(file, 'utf8');

afterEach(() => writeFileSync(file, shipped));
afterAll(() => rmSync(folder, { recursive: true }));

test('a card without an icon stops the build with just that sentence', () => {
  writeFileSync(file, shipped.replace("icon: 'gem',", ''));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', 'dist'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'content/landing.ts: solution › claims › no. 3 › icon is missing. Write it.\n',
  );
  expect(status).toBe(1);
});

test('the check names what is not filled in yet, and passes all the same', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check.ts', 'content'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout.trim().split('\n')).toEqual([
    'ok  content',
    'content/brand.ts: not filled in yet: hello@lodemark.example',
    'content/provider.ts: not filled in yet: legalName, address, storagePeriod',
  ]);
  expect(status).toBe(0);
});
