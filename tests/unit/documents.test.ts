import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../server/config/config.ts';
import { settings } from '../../server/config/settings.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const operations = read('docs/operations.md');
const architecture = read('docs/architecture.md');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const serverFiles = globSync('server/**/*.ts', { cwd: root });

describe('the table of settings', () => {
  const known = Object.keys(settings.shape).sort();

  test('holds every setting and nothing else', () => {
    const listed = firstCells(sectionOf(operations, 'Settings')).flatMap(inBackticks);
    expect(listed.sort()).toEqual(known);
  });

  test('is the file to copy as well', () => {
    const offered = read('.env.example').matchAll(/^#?([A-Z_]+)=/gm);
    expect(Array.from(offered, ([, name]) => name).sort()).toEqual(known);
  });
});

test('the table of the log holds every line that the server writes, with its level, and no other', () => {
  const written = serverFiles.flatMap((file) => logLines(read(file)));
  const warnings = ['server/config/warnings.ts', 'server/config/unfilled.ts']
    .flatMap((file) => sentencesIn(read(file)))
    .map((line) => `${line} | warn`);
  const listed = rowsOf(sectionOf(operations, 'The log')).map(
    ([line = '', level = '']) => `${line.replace(/^`|`$/g, '')} | ${level}`,
  );
  expect(written.length).toBeGreaterThan(30);
  expect(listed.sort()).toEqual([...new Set([...written, ...warnings])].sort());
});

test('the table of doctor holds every line of it', () => {
  const listed = firstCells(sectionOf(operations, 'What doctor says')).flatMap(inBackticks);
  const said = serverFiles
    .filter((file) => file.startsWith('server/cli/'))
    .flatMap((file) => [...read(file).matchAll(/\bwhat(?: =|:) (?:'([^']+)'|`(\w+) by)/g)])
    .map(([, whole, beginning]) => whole ?? `${beginning} by mail`);
  expect(said).toContain('settings');
  expect(listed).toEqual(expect.arrayContaining(said));
});

test('every dependency has its reason, and no other package has', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'));
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const section = sectionOf(architecture, 'Dependencies, and why each is here');
  const named = firstCells(section).flatMap(inBackticks);
  expect(named.sort()).toEqual(
    [...new Set(installed.map((name) => name.replace(/^@types\/.*/, '@types/*')))].sort(),
  );
});

test('the records of decisions are numbered without a gap and listed by their titles', () => {
  const records = globSync('docs/decisions/0*.md', { cwd: root }).sort();
  const titles = records.map((file) => read(file).split('\n')[0]?.replace(/^# /, ''));
  expect(records.map((file) => Number(path.basename(file).slice(0, 4)))).toEqual(
    records.map((_, index) => index + 1),
  );
  expect(titles.map((title) => Number.parseInt(title ?? '', 10))).toEqual(
    records.map((_, index) => index + 1),
  );
  const entries = records.map((file, index) => `- [${titles[index]}](${path.basename(file)})`);
  const index = read('docs/decisions/README.md').split('\n');
  expect(index.filter((line) => line.startsWith('- '))).toEqual(entries);
});

test('every script that the documents name is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = documents.flatMap((file) =>
    Array.from(read(file).matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g), ([, name]) => name),
  );
  expect(new Set(named).size).toBeGreaterThan(5);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

test('the one test that CONTRIBUTING.md runs is there', () => {
  const [, file = '', name = ''] =
    /vitest run .*(tests\S+) -t '(.+)'/.exec(read('CONTRIBUTING.md')) ?? [];
  expect(read(file)).toMatch(new RegExp(`test\\('[^']*${name}`));
});

test('the changelog has the version that the program says it is', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version}, \\d{4}-\\d\\d-\\d\\d$`, 'm'));
});

test('every place that the architecture says to look in is there', () => {
  const places = rowsOf(sectionOf(architecture, 'Where to look')).flatMap(([, cell = '']) =>
    inBackticks(cell).filter((place) => place.includes('/')),
  );
  expect(places.length).toBeGreaterThan(25);
  expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
});

test('the container starts what npm start ends in', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const [, command = ''] = /exec (sh \S+)$/.exec(scripts.start) ?? [];
  expect(read('Dockerfile')).toContain(
    `\nCMD ${JSON.stringify(command.split(' ')).replace(',', ', ')}\n`,
  );
});

test('the units name the user and the folders that the manual makes', () => {
  const units = globSync('systemd/*.service', { cwd: root });
  const manual = sectionOf(operations, 'One machine');
  for (const unit of units) {
    const [, user = ''] = /^User=(.+)$/m.exec(read(unit)) ?? [];
    expect(manual).toContain(`useradd --system --user-group --home-dir /srv/${user} `);
    const places = read(unit).match(/\/(?:srv|var)\/[\w/]+\w/g) ?? [];
    expect(places.length).toBeGreaterThan(0);
    for (const place of places)
      expect(manual).toMatch(new RegExp(`^ +install .* ${place}( |$)`, 'm'));
  }
  const timers = globSync('systemd/*.timer', { cwd: root }).map((file) => path.basename(file));
  expect(timers.length).toBeGreaterThan(0);
  for (const timer of timers) expect(manual).toMatch(new RegExp(`systemctl enable .*${timer}`));
});

const verifies =
  existsSync('/usr/bin/npm') && spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(verifies)('systemd finds no fault with the units (needs systemd-analyze)', () => {
  const units = globSync('systemd/*', { cwd: root });
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    cwd: root,
    encoding: 'utf8',
  });
  // It also looks at what they hang on, which is the machine's own.
  expect(stderr.split('\n').filter((line) => line.includes('lodemark'))).toEqual([]);
});

test('every link in the documents leads somewhere', () => {
  const links = documents.flatMap((file) =>
    Array.from(
      read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g),
      ([, link, attribute]) => ({ file, link: link ?? attribute ?? '' }),
    ),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(
    links.filter(({ file, link }) => !/^https?:/.test(link) && !leadsSomewhere(file, link)),
  ).toEqual([]);
});

/** The body of the section under this heading, up to the next of the same rank. */
function sectionOf(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`There is no section ${heading}`);
  return after.split('\n## ')[0] ?? '';
}

/** The cells of every row of the section's tables, without the heads. */
function rowsOf(section: string): string[][] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, index) => !line.startsWith('|---') && !lines[index + 1]?.startsWith('|---'))
    .map((line) =>
      line
        .slice(1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

function firstCells(section: string): string[] {
  return rowsOf(section).map(([cell = '']) => cell);
}

function inBackticks(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
}

/** The messages of the calls of a logger, with `…` for what is filled in, and their levels. */
function logLines(code: string): string[] {
  return [...code.matchAll(/\blog\.(info|warn|error|fatal)\(/g)].flatMap(
    ({ 0: call, 1: level, index }) => {
      const texts = [...insideOf(code, index + call.length).matchAll(literal)];
      // The message is the last argument; one that is made elsewhere has no text here.
      return texts.slice(-1).map(([, ...parts]) => `${shown(parts)} | ${level}`);
    },
  );
}

/** The code from this place to the bracket that closes it. */
function insideOf(code: string, start: number): string {
  let open = 1;
  let end = start;
  while (open > 0 && end < code.length) {
    if (code[end] === '(') open += 1;
    if (code[end] === ')') open -= 1;
    end += 1;
  }
  return code.slice(start, end - 1);
}

/** Text in the code that is long enough to be a sentence. */
function sentencesIn(code: string): string[] {
  const found = Array.from(code.matchAll(literal), ([, ...parts]) => shown(parts));
  return found.filter((text) => text.split(' ').length > 4);
}

const literal = /'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g;

function shown(parts: (string | undefined)[]): string {
  const text = parts.find((part) => typeof part === 'string') ?? '';
  return text.replace(/\$\{[^}]*\}/g, '…');
}

function leadsSomewhere(from: string, link: string): boolean {
  const [place = '', fragment] = link.split('#');
  const target = place === '' ? from : path.join(path.dirname(from), place);
  const found = globSync(target, { cwd: root }).length > 0;
  if (!found || fragment === undefined) return found;
  return headingsOf(read(target)).includes(fragment);
}

/** The fragments that GitHub gives to headings. */
function headingsOf(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
