import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { settings } from '../../server/config/settings.ts';

test('.env.example has every setting and nothing else', () => {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8');
  const offered = Array.from(example.matchAll(/^#([A-Z_]+)=/gm), ([, name]) => name);
  expect(offered.sort()).toEqual(Object.keys(settings.shape).sort());
});

test('the Dockerfile copies only existing files, and removes only installed packages', () => {
  const recipe = readFileSync(path.join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const copied = Array.from(
    recipe.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+) \S+$/gm),
    ([, names = '']) => names.split(' '),
  ).flat();
  expect(copied).toContain('server');
  expect(copied.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  const [, removed = ''] = /npm uninstall ((?:--\S+ +)*.+)$/m.exec(recipe) ?? [];
  const packages = removed.split(/\s+/).filter((name) => !name.startsWith('--'));
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  expect(Object.keys({ ...dependencies, ...optionalDependencies })).toEqual(
    expect.arrayContaining(packages),
  );
});
