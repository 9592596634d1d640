import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { copyTree } from '../support/copied-tree.ts';
import { runServer } from '../support/server-process.ts';

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

test('a missing comma is an error page under npm run dev, until it is there again', async () => {
  const { url } = await runServer(folder, { DATA_DIR: join(folder, 'data') }, ['--dev']);
  const seen = async () => {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await seen()).status).toBe(200);
  writeFileSync(file, shipped.replace("icon: 'gem',", "icon: 'gem'"));
  await expect.poll(seen).toMatchObject({
    status: 500,
    text: expect.stringMatching(
      /content\/landing\.ts cannot be read, on line \d+ or just above it: a quotation mark/,
    ),
  });
  writeFileSync(file, shipped);
  await expect.poll(async () => (await seen()).status).toBe(200);
});
