// npm run specification: a Playwright reporter that writes docs/specification.md from a run of tests/spec.
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

export default class SpecificationReporter implements Reporter {
  #run: Suite | undefined;

  onBegin(_config: FullConfig, run: Suite): void {
    this.#run = run;
  }

  onEnd(): Promise<void> {
    return writeFile('docs/specification.md', pageOf(this.#run?.allTests() ?? []));
  }
}

function pageOf(tests: TestCase[]): string {
  // All engines run the same sentences, so drop the first two parts of the path: the root and the engine.
  const sentences = Map.groupBy(tests, (test) =>
    JSON.stringify(test.titlePath().slice(2)).replace(/ ?@\w+(?="\]$)/, ''),
  );
  const lines: string[] = [];
  const states: string[] = [];
  let before: string[] = [];
  for (const [key, same] of sentences) {
    const path: string[] = JSON.parse(key);
    const state = stateOf(same);
    states.push(state);
    const changed = path.findIndex((part, depth) => part !== before[depth]);
    for (const [depth, part] of path.entries()) {
      const remark = depth === path.length - 1 && state !== 'passed' ? ` (${state})` : '';
      if (depth < changed) continue;
      if (depth === 0) lines.push('', `## ${basename(part)}`, '');
      else lines.push(`${'  '.repeat(depth - 1)}- ${part}${remark}`);
    }
    before = path;
  }
  const passed = states.filter((state) => state === 'passed').length;
  const open = states.filter((state) => state.startsWith('left open')).length;
  const versions = tests.flatMap((test) => noteOf(test, 'engine') ?? []);
  return `# The specification, sentence by sentence

\`npm run specification\` writes this page: each sentence of the specification, its test in \`tests/spec/\`, and how the last run ended.

${passed} sentences pass, ${states.length - passed - open} do not, and ${open} leave open what the product does. A sentence without a remark passed. A main sentence passed in every engine: ${[...new Set(versions)].sort().join(', ')}.
${lines.join('\n')}
`;
}

function stateOf(tests: TestCase[]): string {
  const [open] = tests.flatMap((test) => noteOf(test, 'open') ?? []);
  if (open !== undefined) return `left open: ${open}`;
  const outcomes = tests.map((test) => test.outcome());
  if (outcomes.some((outcome) => outcome === 'unexpected' || outcome === 'flaky'))
    return '**failed**';
  return outcomes.includes('expected') ? 'passed' : 'not run';
}

function noteOf({ annotations }: TestCase, noted: string): string | undefined {
  return annotations.find(({ type }) => type === noted)?.description;
}
