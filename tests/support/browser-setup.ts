import { findBrowser } from './browser.ts';

/** Playwright's global set-up: what runs after it finds the browser's path in the environment. */
export default function handOnBrowser(): void {
  process.env.CHROMIUM_PATH = findBrowser();
}
