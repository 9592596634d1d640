import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** What the browser is started with: nothing that talks to the network of its own accord. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright's global set-up: hands the browser's path to all test processes. */
export default function provideBrowser(): void {
  process.env.CHROMIUM_PATH = findBrowser();
}

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
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...system].find(runs);
}

function fetched(): string | undefined {
  console.log('No browser for the tests here: fetching one …');
  attempt('playwright', 'install', 'chromium');
  if (!installedBrowser() && process.getuid?.() === 0) {
    attempt('apt-get', 'update');
    attempt('apt-get', 'install', '--yes', '--no-install-recommends', 'chromium');
  }
  return installedBrowser();
}

function attempt(command: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: 'inherit', timeout: 600_000 });
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
