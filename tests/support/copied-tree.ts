import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const parts = [
  'booking',
  'content',
  'database',
  'scripts',
  'server',
  'site',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** All that the site is made from in a new folder, with the packages of this one. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
