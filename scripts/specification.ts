// npm run specification: runs tests/spec in every engine that is here, and writes docs/specification.md.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';

interface Sentence {
  words: string;
  tests: JSONReportTest[];
  /** What the sentence leads, as a list does. */
  parts: Sentence[];
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
    sentences: sentencesIn([suite]),
  }));
  const all = sections.flatMap(({ sentences }) => testedIn(sentences));
  const passed = all.filter(({ tests }) => stateOf(tests) === 'passed').length;
  const open = all.filter(({ tests }) => noteOf(tests, 'open') !== undefined).length;
  const engines = all.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations));
  const versions = engines.flatMap(({ type, description = '' }) =>
    type === 'engine' ? [description] : [],
  );
  const lists = sections.map(({ file, sentences }) => `\n## ${file}\n\n${listOf(sentences)}`);
  return `# The specification, sentence by sentence

\`npm run specification\` writes this page: each sentence of the specification, its test in \`tests/spec/\`, and how the last run ended.

${passed} sentences pass, ${all.length - passed - open} do not, and ${open} leave open what the product does. A sentence without a remark passed, a main one in every engine: ${[...new Set(versions)].sort().join(', ')}.
${lists.join('')}`;
}

function listOf(sentences: Sentence[], indent = ''): string {
  const items = sentences.map(({ words, tests, parts }) => {
    const state = tests.length === 0 ? 'passed' : stateOf(tests);
    const remark = state === 'passed' ? '' : ` (${state})`;
    return `${indent}- ${words}${remark}\n${listOf(parts, `${indent}  `)}`;
  });
  return items.join('');
}

/** The suites of one file, which has them once for each engine, as one list. */
function sentencesIn(suites: JSONReportSuite[]): Sentence[] {
  const specs = suites.flatMap((suite) => suite.specs);
  const own = Map.groupBy(specs, ({ title }) => title.replace(/ ?@\w+$/, ''));
  const leads = Map.groupBy(
    suites.flatMap((suite) => suite.suites ?? []),
    ({ title }) => title,
  );
  return [
    ...Array.from(own, ([words, same]) => ({
      words,
      tests: same.flatMap(({ tests }) => tests),
      parts: [],
    })),
    ...Array.from(leads, ([words, same]) => ({ words, tests: [], parts: sentencesIn(same) })),
  ];
}

function testedIn(sentences: Sentence[]): Sentence[] {
  return sentences.flatMap((one) => (one.tests.length > 0 ? [one] : testedIn(one.parts)));
}

function stateOf(tests: JSONReportTest[]): string {
  const open = noteOf(tests, 'open');
  if (open !== undefined) return `left open: ${open}`;
  if (tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    return '**failed**';
  const ran = tests.filter(({ status }) => status === 'expected').length;
  return ran === 0 ? 'not run' : 'passed';
}

function noteOf(tests: JSONReportTest[], noted: string): string | undefined {
  const [note] = tests
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === noted);
  return note?.description;
}
