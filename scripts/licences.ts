// Fails when a package of the lockfile is under a licence that nobody has looked at, or could be
// replaced unseen because its hash is missing. Other platforms' builds of optional packages have
// none: npm writes a hash only for what it installed.
import { readFileSync } from 'node:fs';

/** Permissive ones, the fonts' own (OFL), and MPL, which covers files that we do not change. */
const allowed =
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Python-2.0 Unlicense Zlib OFL-1.1 MPL-2.0';

/** `link`: a folder of this project. */
type LockedPackage = { license?: string; integrity?: string; optional?: boolean; link?: boolean };

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
for (const [path, { license = 'none', integrity, optional, link }] of Object.entries(
  lock.packages,
)) {
  if (!path.includes('node_modules/') || link) continue;
  if (!isAllowed(license)) fail(`${path}: the licence ${license} is not among the allowed ones`);
  if (!integrity && !optional) fail(`${path}: no integrity in package-lock.json`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

/** An SPDX expression: one of `A OR B` is enough, of `A AND B` both are needed. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) =>
    choice.split(' AND ').every((licence) => allowed.split(' ').includes(licence)),
  );
}
