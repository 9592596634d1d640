// npm run specification: runs tests/spec in every engine that is here, and writes docs/specification.md.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';

interface Sentence {
  /** What it is a part of, then its own words. */
  words: string;
  tests: JSONReportTest[];
}

/** The projects of playwright.config.ts: Chromium runs all tests, the other engines the main sentences. */
const projects = ['specification', 'webkit', 'firefox'];

const folder = await mkdtemp(join(tmpdir(), 'lodemark-specification-'));
const reportFile = join(folder, 'report.json');
const { status } = spawnSync(
  'playwright',
  ['test', 'tests/spec', ...projects.map((name) => `--project=${name}`), '--reporter=line,json'],
  { stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile } },
);
const report: JSONReport = JSON.parse(await readFile(reportFile, 'utf8'));
await rm(folder, { recursive: true });
await writeFile('docs/specification.md', pageOf(report));
console.log('docs/specification.md is written.');
process.exitCode = status ?? 1;

function pageOf({ suites }: JSONReport): string {
  const sections = suites.map((suite) => ({
    file: basename(suite.file),
    sentences: merged(sentencesIn(suite)),
  }));
  const all = sections.flatMap(({ sentences }) => sentences);
  const passed = all.filter(({ tests }) => stateOf(tests).startsWith('passed')).length;
  const open = all.filter(({ tests }) => noteOf(tests, 'open') !== undefined).length;
  const engines = all.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations));
  const versions = engines.flatMap(({ type, description = '' }) =>
    type === 'engine' ? [description] : [],
  );
  return `# The specification, sentence by sentence

\`npm run specification\` writes this page: each sentence of the specification, its test in \`tests/spec/\`, and how the last run ended.

${passed} sentences pass, ${all.length - passed - open} do not, and ${open} leave open what the product does. Engines: ${[...new Set(versions)].sort().join(', ')}.
${sections.map(({ file, sentences }) => tableOf(file, sentences)).join('')}`;
}

function tableOf(file: string, sentences: Sentence[]): string {
  const rows = sentences.map(({ words, tests }) => `| ${words} | ${stateOf(tests)} |\n`);
  return `\n## ${file}\n\n| Sentence | State |\n|---|---|\n${rows.join('')}`;
}

function sentencesIn({ suites = [], specs }: JSONReportSuite, lead = ''): Sentence[] {
  const own = specs.map(({ title, tests }) => {
    const words = `${lead}${title.replace(/ ?@\w+$/, '')}`;
    return { words: words.replaceAll('|', '\\|'), tests };
  });
  return [...own, ...suites.flatMap((suite) => sentencesIn(suite, `${lead}${suite.title} → `))];
}

/** One for the runs of a sentence in several engines. */
function merged(sentences: Sentence[]): Sentence[] {
  const byWords = Map.groupBy(sentences, ({ words }) => words);
  return Array.from(byWords, ([words, same]) => ({
    words,
    tests: same.flatMap(({ tests }) => tests),
  }));
}

function stateOf(tests: JSONReportTest[]): string {
  const open = noteOf(tests, 'open');
  if (open !== undefined) return `left open: ${open}`;
  if (tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    return '**failed**';
  const ran = tests.filter(({ status }) => status === 'expected').length;
  return ran === 0 ? 'not run' : `passed${ran > 1 ? ` in ${ran} engines` : ''}`;
}

function noteOf(tests: JSONReportTest[], noted: string): string | undefined {
  const [note] = tests
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === noted);
  return note?.description;
}
