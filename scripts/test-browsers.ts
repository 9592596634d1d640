import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** The programs that each browser needs, and their Debian packages. */
const engines: Record<EngineName, { title: string; programs: string[]; packages: string[] }> = {
  chromium: { title: 'Chromium', programs: [], packages: ['chromium'] },
  firefox: { title: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  webkit: {
    title: 'WebKit',
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** Chromium without a user interface: the same engine, with a third less processor time. */
const headlessShell = 'chromium-headless-shell';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Sets `CHROMIUM_PATH` and `HEADLESS_PATH` for the test processes. As root it installs a missing Chromium, and
 * with `ALL_BROWSERS` the other browsers. Returns the browsers that are still missing. Throws if `CHROMIUM_PATH`
 * does not run.
 */
export function provideBrowsers(): EngineName[] {
  // `npm test` has set both before Playwright's global set-up calls this again.
  const { CHROMIUM_PATH: chosen, HEADLESS_PATH: provided } = process.env;
  const wanted = missingEngines().filter((name) => name === 'chromium' || process.env.ALL_BROWSERS);
  installPackages(wanted.flatMap((name) => engines[name].packages));
  // In a separate call, because some Debian versions lack this package.
  if (process.env.ALL_BROWSERS) installPackages([headlessShell]);
  const whole = installedChromium();
  const headless = provided || chosen || onPath([headlessShell]).find(runs) || whole;
  if (whole && headless)
    Object.assign(process.env, { CHROMIUM_PATH: whole, HEADLESS_PATH: headless });
  return missingEngines();
}

/** A sentence that names the packages for these browsers. */
export function explainMissing(names: readonly EngineName[]): string {
  const titles = new Intl.ListFormat('en').format(names.map((name) => engines[name].title));
  const packages = names.flatMap((name) => engines[name].packages).join(' ');
  return `Tests in ${titles} do not run here: 'apt-get install ${packages}' installs what they need.`;
}

/** The path of a working Chromium. Throws an error that names the package to install. */
export function findChromium(): string {
  const path = installedChromium();
  if (path === undefined) throw new Error(explainMissing(['chromium']));
  return path;
}

/** The path of Firefox. Throws an error that names the package to install. */
export function findFirefox(): string {
  const path = onPath(engines.firefox.programs).find(existsSync);
  if (path === undefined) throw new Error(explainMissing(['firefox']));
  return path;
}

export function isMissing(name: EngineName): boolean {
  if (name === 'chromium') return installedChromium() === undefined;
  return !engines[name].programs.every((program) => onPath([program]).some(existsSync));
}

function missingEngines(): EngineName[] {
  return (['chromium', 'firefox', 'webkit'] as const).filter(isMissing);
}

/** The Chromium at `CHROMIUM_PATH`, otherwise Playwright's or the system's. */
function installedChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (!chosen) return [chromium.executablePath(), ...onPath(chromiumNames)].find(runs);
  if (runs(chosen)) return chosen;
  throw new Error(`CHROMIUM_PATH is '${chosen}', which does not run. Correct it, or unset it.`);
}

function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

function installPackages(packages: string[]): void {
  if (packages.length === 0 || process.getuid?.() !== 0) return;
  if (spawnSync('dpkg', ['-s', ...packages], { stdio: 'ignore' }).status === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: 'inherit', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], options);
}
