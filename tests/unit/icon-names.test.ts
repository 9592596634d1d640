import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { iconNames } from '../../site/choices.ts';

test('every icon that the content can name is drawn, and every drawing has a name', () => {
  const folder = resolve(import.meta.dirname, '../../site/illustrations/icons');
  const drawn = readdirSync(folder).map((file) => file.replace('.svg', ''));
  expect(drawn.sort()).toEqual([...iconNames, 'arrow-up-right', 'share'].sort());
});
