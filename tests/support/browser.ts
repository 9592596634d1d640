import { brand } from '../../content/brand.ts';
import { provideBrowsers } from '../../scripts/test-browsers.ts';
import { startProgram } from './program.ts';

/** Arguments that keep Chromium from using the network on its own. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Serves every language that has a folder in content/. */
export const allLanguages = { LANGUAGES: brand.languages.join() };

/** Playwright's global set-up. It gives all test processes the browsers' paths and one built server. */
export default async function setUp(): Promise<() => Promise<void>> {
  provideBrowsers();
  const settings = { ...allLanguages, RATE_LIMIT_REQUESTS: '0' };
  const { url, dataDir, stop } = await startProgram(settings);
  Object.assign(process.env, { SHARED_URL: url, SHARED_DATA: dataDir });
  return () => stop();
}
