import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyProgram, run, runServer } from '../support/server-process.ts';

const settings = {
  SITE_URL: 'https://www.example.com',
  BACKEND_URL: 'https://data.example.com/rest/v1',
  CONTACT_EMAIL: 'hello@example.com',
};

/** Runs `npm run export -- …` without npm. */
async function exportSite(program: string, args: string[], environment = {}) {
  const { ended, stdout, stderr } = run(program, ['scripts/export.ts', ...args], {
    ...settings,
    ...environment,
  });
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

test('the export has the same files as the server’s responses, and none that only a server needs', async () => {
  const program = await copyProgram();
  const server = await runServer(program, settings);
  const { code, stdout } = await exportSite(program, ['public']);
  expect(code).toBe(0);
  expect(stdout).toContain(settings.BACKEND_URL);
  const exported = (name: string) => readFileSync(path.join(program, 'public', name), 'utf8');
  for (const [address, names] of [
    ['/', ['index.html']],
    ['/book', ['book.html', 'book/index.html']],
    ['/nowhere', ['404.html']],
    ['/icon.svg', ['icon.svg']],
  ] as const) {
    const sent = await (await fetch(server.url + address)).text();
    for (const name of names) {
      expect(exported(name)).toBe(sent);
    }
  }
  const names = readdirSync(path.join(program, 'public'));
  expect(names.filter((name) => /^(screens|headers|inbox)/.test(name))).toEqual([]);
  const [common, assets] = exported('_headers').split('/assets/*\n');
  expect(common?.startsWith('/*\n  X-Content-Type-Options: nosniff\n')).toBe(true);
  expect(common).toContain("  Content-Security-Policy: frame-ancestors 'none'\n");
  expect(assets).toMatch(
    /^ {2}Cache-Control: .+ immutable\n {2}Content-Security-Policy: .+ sandbox\n$/,
  );
});

test('settings that a static host cannot serve are refused before anything is written', async () => {
  const program = await copyProgram();
  const unset = { SITE_URL: '', BACKEND_URL: '' };
  const { code, stderr } = await exportSite(program, ['public'], unset);
  expect(code).toBe(1);
  expect(stderr.split('\n').map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['SITE_URL', 'BACKEND_URL']),
  );
  expect(existsSync(path.join(program, 'public'))).toBe(false);
});
