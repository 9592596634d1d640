import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { settings } from '../../server/config/settings.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const operations = read('docs/operations.md');
const known = Object.keys(settings.shape).sort();

test('the table of settings holds every setting and nothing else', () => {
  expect(namesIn(operations, 'Settings').sort()).toEqual(known);
});

test('the file to copy for .env offers every setting and nothing else', () => {
  const offered = read('.env.example').matchAll(/^#?([A-Z_]+)=/gm);
  expect(Array.from(offered, ([, name]) => name).sort()).toEqual(known);
});

test('every link in the documents leads somewhere', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  const links = documents.flatMap((file) =>
    Array.from(read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g), (match) => ({
      file,
      link: match[1] ?? match[2] ?? '',
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const dead = links.filter(
    ({ file, link }) => !/^https?:/.test(link) && !leadsSomewhere(file, link),
  );
  expect(dead).toEqual([]);
});

/** What stands in backticks in the first cells of the tables in the section under this heading. */
function namesIn(text: string, heading: string): string[] {
  const [, after] = text.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`There is no section ${heading}`);
  const cells = after.split('\n## ')[0]?.match(/^\|[^|]+/gm) ?? [];
  return cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [place = '', fragment] = link.split('#');
  const target = place === '' ? from : path.join(path.dirname(from), place);
  if (globSync(target, { cwd: root }).length === 0) return false;
  if (fragment === undefined) return true;
  // GitHub makes the fragment of a heading so.
  const headings = Array.from(read(target).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(fragment);
}
