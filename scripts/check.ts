// npm run check [-- PART …]: content, documents, types, lint, unused code, import directions.
import { spawnSync } from 'node:child_process';

const parts: Record<string, string> = {
  // Node warns that type stripping is experimental.
  content:
    'node --disable-warning=ExperimentalWarning --import ./scripts/content/readable.ts scripts/content/check.ts',
  reference: 'node --disable-warning=ExperimentalWarning scripts/reference.ts --check',
  documents: 'node --disable-warning=ExperimentalWarning scripts/documents.ts',
  types: 'tsc --noEmit --project .',
  lint: 'biome ci --colors=off --error-on-warnings --skip=style/noRestrictedImports .',
  unused: 'knip --no-progress',
  imports:
    'biome lint --colors=off --max-diagnostics=none --only=style/noRestrictedImports --only=suspicious/noImportCycles .',
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((part) => !parts[part]);
if (unknown !== undefined) {
  console.log(`There is no check '${unknown}'. Choose one of ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [part, command] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(part)) continue;
  const options = { shell: true, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY } as const;
  const { status, stdout, stderr } = spawnSync(command, options);
  const output = `${stdout}${stderr}`.trim();
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${part}`);
  // A content check that passes can still print warnings.
  if (output && (status !== 0 || part === 'content')) console.log(`${output}\n`);
  if (status !== 0) process.exitCode = 1;
}
