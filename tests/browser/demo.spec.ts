import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/free-port.ts';

test('npm run demo signs in to thirty invented leads and shows the emails that it caught', async ({
  page,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-'));
  const demo = await startDemo({ TMPDIR: folder });
  let printed = '';
  for await (const part of demo.stdout.iterator({ destroyOnReturn: false })) {
    printed += part;
    if (/emails +http.*\n/.test(printed)) break;
  }
  expect(printed).toContain('DEMO');
  await page.goto(/http\S+sign-in#\S+/.exec(printed)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('row', { name: 'All 30' })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Demo');
  await page.goto(new URL('/book', page.url()).href);
  await expect(page.getByRole('note')).toContainText('Demo');

  await page.goto(/emails +(http\S+)/.exec(printed)?.[1] ?? '');
  await page.getByRole('link', { name: 'Dora Sample' }).click();
  await expect(page.getByText('dora@zoo.example')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Demo');
  demo.kill();
  expect(await once(demo, 'close')).toEqual([0, null]);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('npm run demo refuses to start if SITE_URL is set', async () => {
  const demo = await startDemo({ SITE_URL: 'https://www.company.com' });
  const [error, [code]] = await Promise.all([text(demo.stderr), once(demo, 'close')]);
  expect([code, error]).toEqual([1, expect.stringContaining('SITE_URL')]);
});

async function startDemo(settings: Record<string, string>) {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, PORT, ...settings };
  return spawn(process.execPath, ['tests/demo/demo.ts'], { env });
}
