import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { settings } from '../../server/config/settings.ts';

test('the file to copy for .env offers every setting and nothing else', () => {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8');
  const offered = Array.from(example.matchAll(/^#([A-Z_]+)=/gm), ([, name]) => name);
  expect(offered.sort()).toEqual(Object.keys(settings.shape).sort());
});
