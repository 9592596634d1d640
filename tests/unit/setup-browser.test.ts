import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Stand-ins for browsers: all that is asked of one here is that it runs.
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lodemark-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('CHROMIUM_PATH comes before every other', () => {
  place('bin/chromium');
  const chosen = place('chosen/my-chromium');
  expect(find({ CHROMIUM_PATH: chosen }).stdout).toBe(chosen);
});

test('a CHROMIUM_PATH that does not run is an error that says so', () => {
  place('bin/chromium');
  const { status, stderr } = find({ CHROMIUM_PATH: join(folder, 'missing') });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`CHROMIUM_PATH is '${join(folder, 'missing')}', which does not run.`);
});

test("Playwright's own comes before the system's, a broken one does not", () => {
  const system = place('bin/google-chrome');
  expect(find().stdout).toBe(system);
  const own = place(ownPath());
  expect(find().stdout).toBe(own);
  place(ownPath(), 'exit 127');
  expect(find().stdout).toBe(system);
});

test('where there is none, root fetches the Debian package and nobody else does', () => {
  const fetched = place('package/chromium');
  place('bin/apt-get', `echo apt-get "$@"; /bin/cp -p '${fetched}' '${join(folder, 'bin')}'`);
  const root = process.getuid?.() === 0;
  const { status, stdout } = find();
  expect(stdout.includes('apt-get install --yes')).toBe(root);
  expect(stdout.endsWith(join(folder, 'bin/chromium'))).toBe(root);
  expect(status === 0).toBe(root);
});

test('where none can be fetched it says what to do', () => {
  const { status, stderr } = find();
  expect(status).not.toBe(0);
  expect(stderr).toContain('No browser for the tests, and none could be fetched. Install Chromium');
});

/** Looks for a browser in a fresh process that sees this test's folder alone. */
function find(extra: NodeJS.ProcessEnv = {}) {
  return inFolder(
    `import { findBrowser } from ${JSON.stringify(resolve('tests/support/browser.ts'))};
    process.stdout.write(findBrowser());`,
    extra,
  );
}

/** Where Playwright would have put its own browser. */
function ownPath(): string {
  const { stdout } = inFolder(
    `import { chromium } from '@playwright/test';
    process.stdout.write(chromium.executablePath());`,
  );
  return relative(folder, stdout);
}

function inFolder(code: string, extra: NodeJS.ProcessEnv = {}) {
  const env = {
    PATH: join(folder, 'bin'),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'playwright'),
    ...extra,
  };
  const args = ['--input-type=module', '--eval', code];
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
}

/** Writes a program that does nothing, or what `script` says; gives its path. */
function place(path: string, script = 'exit 0'): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}
