import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brand } from '../../content/brand.ts';
import { provideBrowsers } from '../../scripts/test-browsers.ts';
import { copyProgramInto } from './copied-program.ts';
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

/**
 * Playwright's global set-up. It gives all test processes the browsers' paths and two built servers: one in all
 * languages, and for the specification one without its desk. Neither limits bookings.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  provideBrowsers();
  const core = mkdtempSync(path.join(tmpdir(), 'core-'));
  copyProgramInto(core, { more: ['dist'], less: 'server/desk' });
  const [site, specified] = await Promise.all([
    startProgram({ LANGUAGES: brand.languages.join(), RATE_LIMIT_REQUESTS: '0' }),
    startProgram({ RATE_LIMIT_REQUESTS: '0' }, core),
  ]);
  Object.assign(process.env, {
    SHARED_URL: site.url,
    SHARED_DATA: site.dataDir,
    SPECIFIED_URL: specified.url,
    SPECIFIED_DATA: specified.dataDir,
  });
  return async () => {
    await Promise.all([site.stop(), specified.stop()]);
    rmSync(core, { recursive: true });
  };
}
