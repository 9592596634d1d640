// npm test [-- SUITE …]: runs the checks and all tests. The last line counts tests that passed, failed or did not run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { type EngineName, explainMissing, provideBrowsers } from './test-browsers.ts';

interface Report {
  /** The exit code of the suite's runner. */
  code: number;
  passed: number;
  failed: number;
  /** Tests that passed only at the second attempt. */
  flaky?: number;
  /** The reason for each test that did not run. */
  notRun: string[];
}

const suites: Record<string, (suite: string, reportFile: string) => Promise<Report>> = {
  check: runCheck,
  unit: runVitest,
  integration: runVitest,
  browser: runPlaywright,
};

/**
 * Phases run one after the other, because each keeps all processors busy. `check` leaves one free, so `unit` runs with
 * it.
 */
const phases = [['check', 'unit'], ['integration'], ['browser']];

/** Node's compile cache, because dozens of processes load the same libraries. */
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/compiled');

const names = process.argv.slice(2);
const unknown = names.find((name) => !suites[name]);
if (unknown !== undefined) {
  console.error(`There is no suite '${unknown}'. Choose one of ${Object.keys(suites).join(', ')}.`);
  process.exit(1);
}
const isChosen = (name: string) => names.length === 0 || names.includes(name);
const missing = isChosen('browser') ? findMissing() : [];
if (missing.length > 0) console.log(explainMissing(missing));
const folder = await mkdtemp(join(tmpdir(), 'lodemark-test-'));
const reports: (Report & { name: string })[] = [];
for (const phase of phases)
  reports.push(...(await Promise.all(phase.filter(isChosen).map(runSuite))));
await rm(folder, { recursive: true });
console.log();
for (const { name, failed, flaky = 0 } of reports) {
  if (failed > 0) console.log(`${failed} failed in ${name}: see above`);
  if (flaky > 0) console.log(`${flaky} in ${name} passed at the second attempt only: see above`);
}
const notRun = reports.flatMap((report) => report.notRun);
for (const [reason, tests] of Map.groupBy(notRun, (reason) => reason))
  console.log(`${tests.length} not run: ${reason}`);
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const failed = reports.reduce((sum, report) => sum + report.failed, 0);
const left = notRun.length > 0 ? `, ${notRun.length} not run` : '';
console.log(`${passed} passed, ${failed} failed${left}`);
process.exitCode = failed === 0 ? 0 : 1;

function findMissing(): EngineName[] {
  try {
    return provideBrowsers();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function runSuite(name: string): Promise<Report & { name: string }> {
  const report = await suites[name]?.(name, join(folder, `${name}.json`));
  if (report === undefined) throw new Error(`no suite ${name}`);
  // A runner that fails, or runs no test, counts as one failure. It has printed why.
  const isEmpty = report.passed + report.notRun.length === 0;
  const failed = report.failed || Number(report.code !== 0 || isEmpty);
  return { ...report, name, failed };
}

async function runCheck(): Promise<Report> {
  const code = await run('node', ['scripts/check.ts']);
  return { code, passed: code === 0 ? 1 : 0, failed: 0, notRun: [] };
}

async function runVitest(suite: string, reportFile: string): Promise<Report> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await run('vitest', ['run', `--project=${suite}`, ...reporters]);
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

/** Without Chromium, only the tests in other browsers run. `ALL_BROWSERS` requires all browsers. */
async function runPlaywright(_suite: string, reportFile: string): Promise<Report> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const hasChromium = !missing.includes('chromium');
  const projects = hasChromium ? [] : ['--project=firefox', '--project=webkit'];
  const args = ['test', '--reporter=list,json', ...projects];
  const code = await run('playwright', args, env);
  const results = await readJson<JSONReport>(reportFile);
  const { expected = 0, flaky = 0, unexpected = 0 } = results?.stats ?? {};
  const notRun = results?.suites.flatMap(skippedIn) ?? [];
  if (!hasChromium) {
    const list = ['test', '--list', '--reporter=json'];
    spawnSync('playwright', list, { env: { ...process.env, ...env }, stdio: 'ignore' });
    const listed = (await readJson<JSONReport>(reportFile))?.suites.flatMap(skippedIn) ?? [];
    const others = expected + flaky + unexpected + notRun.length;
    for (let left = listed.length - others; left > 0; left -= 1)
      notRun.push(explainMissing(['chromium']));
  }
  const required = process.env.ALL_BROWSERS ? missing.length : 0;
  return {
    code,
    passed: expected + flaky,
    flaky,
    failed: unexpected + (results?.errors.length ?? 0) + required,
    notRun,
  };
}

function skippedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const skipped = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      // Points that the specification leaves open have no test.
      .filter(({ annotations }) => annotations.every(({ type }) => type !== 'open'))
      .map(({ annotations, projectName }) => {
        const reason = annotations.find(({ type, description }) => type === 'skip' && description);
        return reason?.description ?? `${title} (${projectName})`;
      }),
  );
  return [...skipped, ...suites.flatMap(skippedIn)];
}

/** Returns the exit code. The output is no terminal, because two suites write to it at once. */
async function run(command: string, args: string[], env = {}): Promise<number> {
  const child = spawn(command, args, {
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  const [code] = await once(child, 'close');
  return code ?? 1;
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? undefined : JSON.parse(text);
}
