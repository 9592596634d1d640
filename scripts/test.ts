// npm test [-- SUITE …]: the checks, then all tests, the suites beside each other. The last line says
// how many passed and failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { check } from './check.ts';

interface Report {
  passed: number;
  failed: number;
  /** The reasons why tests were left out, or their names. */
  notRun: string[];
}

const nothing: Report = { passed: 0, failed: 0, notRun: [] };
const suites: Record<string, (suite: string, reportFile: string) => Promise<Report>> = {
  check: runChecks,
  unit: runVitest,
  integration: runVitest,
  browser: runPlaywright,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !suites[name]);
if (unknown === undefined) process.exitCode = await test(names);
else {
  console.error(`There is no suite '${unknown}'. There are: ${Object.keys(suites).join(', ')}.`);
  process.exitCode = 1;
}

/** Runs the named suites, or all. Gives the exit code. */
async function test(names: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'lodemark-test-'));
  const total = structuredClone(nothing);
  const failures: string[] = [];
  const running: Promise<void>[] = [];
  for (const [name, runSuite] of Object.entries(suites)) {
    if (names.length > 0 && !names.includes(name)) continue;
    running.push(
      runSuite(name, join(folder, `${name}.json`)).then(({ passed, failed, notRun }) => {
        total.passed += passed;
        total.failed += failed;
        total.notRun.push(...notRun);
        if (failed > 0) failures.push(`${failed} failed in ${name}: see above`);
      }),
    );
  }
  await Promise.all(running);
  await rm(folder, { recursive: true });
  const skipped = [...new Set(total.notRun)].map((reason) => `not run: ${reason}`);
  console.log(['', ...failures, ...skipped].join('\n'));
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

async function runChecks(): Promise<Report> {
  const checks = check([]);
  const passed = checks.filter((part) => part.passed).length;
  return { passed, failed: checks.length - passed, notRun: [] };
}

async function runVitest(suite: string, reportFile: string): Promise<Report> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const code = await run(suite, 'vitest', ['run', `--project=${suite}`, ...reporters]);
  const results = await readJson<JsonTestResults>(reportFile);
  if (!results) return crashed(code, nothing);
  const tests = results.testResults.flatMap((file) => file.assertionResults);
  // A file that does not load is one failure.
  const unloaded = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return crashed(code, {
    passed: results.numPassedTests,
    failed: results.numFailedTests + unloaded.length,
    notRun: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  });
}

async function runPlaywright(suite: string, reportFile: string): Promise<Report> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const code = await run(suite, 'playwright', ['test', '--reporter=list,json'], env);
  const results = await readJson<JSONReport>(reportFile);
  if (!results) return crashed(code, nothing);
  const { expected, flaky, unexpected } = results.stats;
  return crashed(code, {
    passed: expected,
    failed: unexpected + flaky + results.errors.length,
    notRun: results.suites.flatMap(skippedIn),
  });
}

function skippedIn(suite: JSONReportSuite): string[] {
  const skipped = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(
        ({ projectName, annotations }) =>
          annotations.find(({ description }) => description)?.description ??
          `${title} (${projectName})`,
      ),
  );
  return [...skipped, ...(suite.suites ?? []).flatMap(skippedIn)];
}

/** A runner that ended badly, or without a test, has failed, and printed why. */
function crashed(code: number, report: Report): Report {
  const bad = code !== 0 || report.passed === 0;
  return bad && report.failed === 0 ? { ...report, failed: 1 } : report;
}

/** Prints each line after the suite's name, since the suites run beside each other. Gives the exit code. */
async function run(suite: string, command: string, args: string[], env = {}): Promise<number> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${suite} | ${line}`));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? undefined : JSON.parse(text);
}
