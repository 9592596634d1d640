import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { startProgram } from './program.ts';

/** What the browser is started with: nothing that talks to the network of its own accord. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browsers of the journeys. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** What a machine must have for each of them beside Chromium, and the packages of Debian that have it. */
const stock = {
  firefox: { programs: ['firefox-esr'], packages: ['firefox-esr'] },
  webkit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
};

/** Playwright's global set-up: hands the browsers' paths and one built server to all test processes. */
export default async function setUp(): Promise<() => Promise<void>> {
  provideBrowsers();
  const { url, dataDir, stop } = await startProgram({ RATE_LIMIT_REQUESTS: '0' });
  Object.assign(process.env, { SHARED_URL: url, SHARED_DATA: dataDir });
  return () => stop();
}

/** With `ALL_BROWSERS` set, Firefox and WebKit are installed where they are missing, and required. */
function provideBrowsers(): void {
  const chosen = process.env.CHROMIUM_PATH;
  process.env.CHROMIUM_PATH = findBrowser();
  const absent = (['firefox', 'webkit'] as const).filter(missing);
  if (process.env.ALL_BROWSERS) {
    installPackages(absent.flatMap((engine) => stock[engine].packages));
    // In a call of its own: not every Debian has it.
    installPackages([headlessShell]);
  }
  process.env.HEADLESS_PATH =
    chosen ?? onPath([headlessShell]).find(runs) ?? process.env.CHROMIUM_PATH;
  if (!process.env.ALL_BROWSERS) return;
  const reasons = absent.map(missing).filter(Boolean);
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
}

/** Why this engine cannot run here, in a sentence that says what to do; empty where it can. */
export function missing(engine: EngineName): string {
  if (engine === 'chromium') return '';
  const { programs, packages } = stock[engine];
  const absent = programs.filter((name) => !onPath([name]).some(existsSync));
  const command = `apt-get install ${packages.join(' ')}`;
  return absent.length === 0
    ? ''
    : `the journeys in ${engine}: no ${absent.join(' and no ')} here; '${command}' installs it`;
}

/** Chromium without a window's parts: the same engine for two thirds of the processor time. */
const headlessShell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium that runs: one that is installed, else one that is fetched now. Throws a
 * sentence that says what to do where none can be had.
 */
export function findBrowser(): string {
  const browser = installedBrowser() ?? fetched();
  if (browser) return browser;
  throw new Error(
    'No browser for the tests, and none could be fetched. Install Chromium or Google Chrome, or run ' +
      "'npx playwright install --with-deps chromium', or set CHROMIUM_PATH to a Chromium that runs.",
  );
}

/**
 * The path of a Chromium that runs: the one at `CHROMIUM_PATH`, else Playwright's own, else the
 * system's. Throws a sentence that says what to do where `CHROMIUM_PATH` is none.
 */
export function installedBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new Error(
      `CHROMIUM_PATH is '${chosen}', which does not run. Correct it, or unset it so that the tests look for a browser themselves.`,
    );
  }
  return [chromium.executablePath(), ...onPath(names)].find(runs);
}

/** Where a program of one of these names may be. */
function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function fetched(): string | undefined {
  console.log('No browser for the tests here: fetching one …');
  attempt('playwright', 'install', 'chromium');
  if (!installedBrowser()) installPackages(['chromium']);
  return installedBrowser();
}

function installPackages(packages: string[]): void {
  if (packages.length === 0) return;
  const installed = spawnSync('dpkg', ['-s', ...packages], { stdio: 'ignore' }).status === 0;
  if (installed || process.getuid?.() !== 0) return;
  attempt('apt-get', 'update');
  attempt('apt-get', 'install', '--yes', '--no-install-recommends', ...packages);
}

function attempt(command: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: 'inherit', timeout: 600_000 });
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
