import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { iconNames, vignetteNames } from '../../site/choices.ts';

test.each([
  { folder: 'icons', names: [...iconNames, 'arrow-up-right', 'share'] },
  { folder: 'vignettes', names: [...vignetteNames] },
])(
  'every name of $folder that the content can use is drawn, and every drawing has a name',
  ({ folder, names }) => {
    const path = resolve(import.meta.dirname, '../../site/illustrations', folder);
    const drawn = readdirSync(path).map((file) => file.replace('.svg', ''));
    expect(drawn.sort()).toEqual(names.sort());
  },
);
