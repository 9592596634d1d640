import { brand } from '../../content/brand.ts';
import { provideBrowsers } from '../../scripts/test-browsers.ts';
import { startProgram } from './program.ts';

/** What Chromium is started with: nothing that talks to the network of its own accord. */
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

/** Playwright's global set-up: hands the browsers' paths and one built server to all test processes. */
export default async function setUp(): Promise<() => Promise<void>> {
  provideBrowsers();
  const settings = { ...allLanguages, RATE_LIMIT_REQUESTS: '0' };
  const { url, dataDir, stop } = await startProgram(settings);
  Object.assign(process.env, { SHARED_URL: url, SHARED_DATA: dataDir });
  return () => stop();
}
