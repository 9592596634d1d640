// npm run check [-- PART …]: content, types, lint and format, unused code, import directions, licences.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closest } from '../server/config/closest.ts';

/** One thing that is checked, and the command that checks it. */
const parts: Record<string, string[]> = {
  // Node's own stripping of types, which it calls experimental, reads the files.
  content: ['node', '--disable-warning=ExperimentalWarning', 'scripts/content/check.ts'],
  types: ['tsc', '--noEmit', '--project', '.'],
  lint: [
    'biome',
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--skip=style/noRestrictedImports',
    '.',
  ],
  unused: ['knip', '--no-progress'],
  imports: [
    'biome',
    'lint',
    '--colors=off',
    '--max-diagnostics=none',
    '--only=style/noRestrictedImports',
    '.',
  ],
  licences: ['node', 'scripts/licences.ts'],
};

export interface Check {
  part: string;
  passed: boolean;
}

if (import.meta.main) {
  const checks = await check(process.argv.slice(2));
  process.exitCode = checks.every(({ passed }) => passed) ? 0 : 1;
}

/**
 * Runs the named parts, all of them without a name, one after the other, and prints what failed.
 * A name that is no part's has failed too.
 */
export async function check(names: string[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const part of names.length > 0 ? names : Object.keys(parts)) {
    const command = parts[part];
    if (command === undefined) {
      const meant = closest(part, Object.keys(parts));
      const guess = meant === undefined ? '' : ` Did you mean '${meant}'?`;
      console.log(
        `There is no check '${part}'.${guess} There are: ${Object.keys(parts).join(', ')}.`,
      );
      checks.push({ part, passed: false });
      continue;
    }
    const { passed, output } = await run(command);
    console.log(`${passed ? 'ok' : 'FAILED'}  ${part}`);
    // What is not filled in yet is told though it fails nothing.
    if (!passed || (part === 'content' && output)) console.log(`${output.trim()}\n`);
    checks.push({ part, passed });
  }
  return checks;
}

async function run([command = '', ...args]: string[]): Promise<{
  passed: boolean;
  output: string;
}> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { passed: code === 0, output };
}
