import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** What a suite came to. `notRun` names each test that was left out, with its reason where it gave one. */
export interface Report {
  passed: number;
  failed: number;
  notRun: string[];
  /** How many of them ran on which database engine, where that says something. */
  engines?: Record<string, number>;
}

/** The report that Vitest's JSON reporter left, empty where it left none. A file that does not load is one failure. */
export async function readVitest(file: string): Promise<Report> {
  const results = await readJson<JsonTestResults>(file);
  if (!results) return { passed: 0, failed: 0, notRun: [] };
  const unloaded = results.testResults.filter(
    (result) =>
      result.status === 'failed' &&
      !result.assertionResults.some(({ status }) => status === 'failed'),
  );
  const skipped = results.testResults
    .flatMap((result) => result.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + unloaded.length,
    notRun: skipped.map(({ fullName }) => fullName),
    engines: enginesOf(results),
  };
}

/** By its file or its own title. Who names none may use the embedded one, or no database at all. */
function enginesOf({ testResults }: JsonTestResults): Record<string, number> {
  const engines = { SQLite: 0, PostgreSQL: 0, 'no engine in particular': 0 };
  for (const { name: file, assertionResults } of testResults) {
    for (const { fullName, status } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue;
      engines[engineOf(`${path.basename(file)} ${fullName}`)] += 1;
    }
  }
  return engines;
}

function engineOf(test: string) {
  if (/^postgres-|^postgrest\.|PostgreSQL/.test(test)) return 'PostgreSQL';
  return /^sqlite-|SQLite/.test(test) ? 'SQLite' : 'no engine in particular';
}

/** The report that Playwright's JSON reporter left, empty where it left none. */
export async function readPlaywright(file: string): Promise<Report> {
  const results = await readJson<JSONReport>(file);
  if (!results) return { passed: 0, failed: 0, notRun: [] };
  const { expected, flaky, unexpected } = results.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + results.errors.length,
    notRun: results.suites.flatMap(skippedIn),
  };
}

function skippedIn(suite: JSONReportSuite): string[] {
  const here = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => {
        const reason = annotations.find(({ description }) => description)?.description;
        return `${title} (${[projectName, reason].filter(Boolean).join(': ')})`;
      }),
  );
  return [...here, ...(suite.suites ?? []).flatMap(skippedIn)];
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
