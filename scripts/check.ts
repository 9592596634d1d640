// npm run check [-- PART …]: content, types, lint, unused code, import directions, licences.
import { execFile } from 'node:child_process';

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

if (import.meta.main) {
  const { failed } = await check(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}

/**
 * Runs the named parts, or all, one after the other, and prints what failed. An unknown part fails.
 * Gives how many passed and failed.
 */
export async function check(names: string[]): Promise<{ passed: number; failed: number }> {
  const results: boolean[] = [];
  for (const part of names.length > 0 ? names : Object.keys(parts))
    results.push(await passes(part));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

function passes(part: string): Promise<boolean> {
  const command = parts[part];
  if (command === undefined) {
    console.log(`There is no check '${part}'. There are: ${Object.keys(parts).join(', ')}.`);
    return Promise.resolve(false);
  }
  const [program = '', ...args] = command.split(' ');
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim() || error?.message;
      console.log(`${error ? 'FAILED' : 'ok'}  ${part}`);
      // The check of the content also names what is not filled in yet.
      if (output && (error || part === 'content')) console.log(`${output}\n`);
      resolve(!error);
    });
  });
}
