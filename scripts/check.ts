// npm run check [-- PART …]: content, types, lint, unused code, import directions, licences.
import { spawnSync } from 'node:child_process';

const parts: Record<string, string> = {
  // Node calls its own stripping of types experimental.
  content: 'node --disable-warning=ExperimentalWarning scripts/content/check.ts',
  types: 'tsc --noEmit --project .',
  lint: 'biome ci --colors=off --error-on-warnings --skip=style/noRestrictedImports .',
  unused: 'knip --no-progress',
  imports:
    'biome lint --colors=off --max-diagnostics=none --only=style/noRestrictedImports --only=suspicious/noImportCycles .',
  licences: 'node scripts/licences.ts',
};

if (import.meta.main) process.exitCode = check(process.argv.slice(2)).failed > 0 ? 1 : 0;

/**
 * Runs the named parts, or all, one after the other, and prints what failed. An unknown part fails.
 * Gives how many passed and failed.
 */
export function check(names: string[]): { passed: number; failed: number } {
  const results = (names.length > 0 ? names : Object.keys(parts)).map((part) => {
    const command = parts[part];
    if (command === undefined) {
      console.log(`There is no check '${part}'. There are: ${Object.keys(parts).join(', ')}.`);
      return false;
    }
    const [program = '', ...args] = command.split(' ');
    const maxBuffer = Number.POSITIVE_INFINITY;
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      maxBuffer,
    });
    const output = error ? error.message : `${stdout}${stderr}`.trim();
    console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${part}`);
    // The check of the content also names what is not filled in yet.
    if (output && (status !== 0 || part === 'content')) console.log(`${output}\n`);
    return status === 0;
  });
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
