// npm test [-- SUITE …]: the checks, then all tests, the suites beside each other. The last line says
// how many passed and failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

interface Report {
  /** The exit code of what ran the suite. */
  code: number;
  passed: number;
  failed: number;
  /** The reasons why tests were left out, or their names. */
  notRun: string[];
}

const suites: Record<string, (suite: string, reportFile: string) => Promise<Report>> = {
  check: runCheck,
  unit: runVitest,
  integration: runVitest,
  browser: runPlaywright,
};

/** What Node has compiled: dozens of processes load the same runners and libraries. */
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/compiled');

const names = process.argv.slice(2);
const unknown = names.find((name) => !suites[name]);
if (unknown !== undefined) {
  console.error(`There is no suite '${unknown}'. There are: ${Object.keys(suites).join(', ')}.`);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'lodemark-test-'));
const chosen = Object.entries(suites).filter(([name]) => !names.length || names.includes(name));
const running = chosen.map(async ([name, runSuite]) => {
  const { code, ...report } = await runSuite(name, join(folder, `${name}.json`));
  // A runner that ended badly, or without a test, has printed why: a file that does not load.
  const failed = report.failed || Number(code !== 0 || report.passed === 0);
  return { ...report, name, failed };
});
const reports = await Promise.all(running);
await rm(folder, { recursive: true });
console.log();
for (const { name, failed } of reports)
  if (failed > 0) console.log(`${failed} failed in ${name}: see above`);
for (const reason of new Set(reports.flatMap(({ notRun }) => notRun)))
  console.log(`not run: ${reason}`);
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const failed = reports.reduce((sum, report) => sum + report.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runCheck(suite: string): Promise<Report> {
  const code = await run(suite, 'node', ['scripts/check.ts']);
  return { code, passed: code === 0 ? 1 : 0, failed: 0, notRun: [] };
}

async function runVitest(suite: string, reportFile: string): Promise<Report> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await run(suite, 'vitest', ['run', `--project=${suite}`, ...reporters]);
  const results = await readJson<JsonTestResults>(reportFile);
  const tests = results?.testResults.flatMap((file) => file.assertionResults) ?? [];
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    code,
    passed: results?.numPassedTests ?? 0,
    failed: results?.numFailedTests ?? 0,
    notRun: skipped.map(({ fullName }) => fullName),
  };
}

async function runPlaywright(suite: string, reportFile: string): Promise<Report> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const code = await run(suite, 'playwright', ['test', '--reporter=list,json'], env);
  const results = await readJson<JSONReport>(reportFile);
  const { expected = 0, flaky = 0, unexpected = 0 } = results?.stats ?? {};
  return {
    code,
    passed: expected,
    failed: unexpected + flaky + (results?.errors.length ?? 0),
    notRun: results?.suites.flatMap(skippedIn) ?? [],
  };
}

function skippedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const skipped = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      // What the specification leaves open is listed there, and has no test.
      .filter(({ annotations }) => annotations.every(({ type }) => type !== 'open'))
      .map(({ annotations, projectName }) => {
        const reason = annotations.find(({ type, description }) => type === 'skip' && description);
        return reason?.description ?? `${title} (${projectName})`;
      }),
  );
  return [...skipped, ...suites.flatMap(skippedIn)];
}

/** Prints each line after the suite's name, since the suites run beside each other. Gives the exit code. */
async function run(suite: string, command: string, args: string[], env = {}): Promise<number> {
  const child = spawn(command, args, { env: { ...process.env, NODE_COMPILE_CACHE, ...env } });
  child.stdin.end();
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${suite} | ${line}`));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? undefined : JSON.parse(text);
}
