// npm test [-- SUITE …]: the checks and every test, then one line: how many passed, how many failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { type Report, readPlaywright, readVitest } from './test-report.ts';

const suites: Record<string, (reportFile: string) => Promise<Report>> = {
  check: runChecks,
  unit: (reportFile) => runVitest('unit', reportFile),
  integration: (reportFile) => runVitest('integration', reportFile),
  browser: runPlaywright,
};

process.exitCode = await test(process.argv.slice(2));

/** Runs the named suites in order, all of them without a name; gives the exit code. */
async function test(names: string[]): Promise<number> {
  const unknown = names.find((name) => !suites[name]);
  if (unknown) {
    console.error(`No suite '${unknown}'. There are: ${Object.keys(suites).join(', ')}`);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lodemark-test-'));
  const reports: (Report & { name: string })[] = [];
  for (const [name, run] of Object.entries(suites)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n== ${name}`);
    const report = await run(join(folder, `${name}.json`));
    const { passed, failed } = report;
    reports.push({ ...report, name, failed: passed + failed > 0 ? failed : 1 });
    if (report.passed + report.failed === 0) console.log(`FAILED  ${name}: ran no test`);
  }
  await rm(folder, { recursive: true });
  return closingLine(reports);
}

function closingLine(reports: (Report & { name: string })[]): number {
  console.log('');
  for (const { name, failed } of reports) {
    if (failed > 0) console.log(`${failed} of them failed in ${name}: see above`);
  }
  for (const reason of reports.flatMap((report) => report.notRun))
    console.log(`not run: ${reason}`);
  for (const [engine, count] of Object.entries(
    reports.find(({ name }) => name === 'integration')?.engines ?? {},
  )) {
    console.log(`integration on ${engine}: ${count}`);
  }
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function runChecks(): Promise<Report> {
  const checks = await check([]);
  const passed = checks.filter((part) => part.passed).length;
  return { passed, failed: checks.length - passed, notRun: [] };
}

async function runVitest(project: string, reportFile: string): Promise<Report> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const ended = await run('vitest', ['run', `--project=${project}`, ...reporters]);
  return withCrash(await readVitest(reportFile), ended);
}

async function runPlaywright(reportFile: string): Promise<Report> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const ended = await run('playwright', ['test', '--reporter=list,json'], env);
  return withCrash(await readPlaywright(reportFile), ended);
}

/** A runner that ended badly without a failed test counts as one. */
function withCrash(report: Report, ended: number): Report {
  return ended !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report;
}

async function run(command: string, args: string[], env = process.env): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
