import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { join } from '../../content/en/landing.ts';
import { alerts, bookingForm, errorScreen } from '../../content/en/messages.ts';
import { type HostedProject, startHostedProject } from '../support/hosted-project.ts';
import { startOwnPostgres } from '../support/postgres.ts';
import { anonKey, postgrestMissing } from '../support/postgrest.ts';
import { startStaticHost } from '../support/static-host.ts';
import { test as base, expect, fillForm, someBooking } from '../support/visit.ts';

const test = base.extend<object, { project: HostedProject; exported: string }>({
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const postgres = await startOwnPostgres({ forgetful: true });
      const project = await startHostedProject(postgres.url);
      await use(project);
      await project.close();
      await postgres.remove();
    },
    { scope: 'worker' },
  ],
  /** The address of the exported site on a static host, in front of the hosted project. */
  exported: [
    async ({ project }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-export-'));
      const host = await startStaticHost(path.join(folder, 'public'));
      exportSite(path.join(folder, 'public'), {
        SITE_URL: host.url,
        BACKEND_URL: project.hostedUrl,
        PUBLIC_KEY: anonKey,
      });
      await use(host.url);
      await host.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

// One PostgreSQL for all tests. If PostgREST is missing, the integration suite reports it.
test.describe.configure({ mode: 'default' });
if (postgrestMissing === undefined) {
  test.describe('in front of a real PostgREST', () => {
    test('the exported site on a static host stores a booking there, with a hosted project’s key', async ({
      page,
      project,
      exported,
    }) => {
      const booking = someBooking();
      await page.goto(`${exported}/`);
      await page.getByRole('link', { name: join.action, exact: true }).click();
      await expect(page).toHaveURL(`${exported}/book`);
      const posted = page.waitForRequest((request) => request.method() === 'POST');
      await fillForm(page, booking);
      await page.getByRole('button', { name: bookingForm.submit }).click();
      await expect(page.getByText(alerts.booked)).toBeVisible();
      const headers = (await posted).headers();
      expect(headers).toMatchObject({ apikey: anonKey, authorization: `Bearer ${anonKey}` });
      expect(headers).not.toHaveProperty('x-source');
      const sql = 'SELECT * FROM public.booking_requests WHERE email = $1';
      expect(await project.rows(sql, [booking.email])).toMatchObject([booking]);
    });

    test('the form is ready before the page has loaded its fonts', async ({ page, exported }) => {
      const { promise: end, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await end;
        await route.abort();
      });
      await page.goto(`${exported}/book`, { waitUntil: 'commit' });
      await expect(page.getByRole('button', { name: bookingForm.submit })).toBeEnabled();
      expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
      release();
      await page.waitForLoadState();
    });

    test('without a script an email link replaces the form', async ({ browser, exported }) => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(`${exported}/book`);
      await expect(page.locator('form')).toBeHidden();
      await expect(page.getByText(bookingForm.withoutScript).getByRole('link')).toBeVisible();
      await page.close();
    });

    test('the exported site keeps its policy without headers, and has the error screen', async ({
      browser,
      exported,
    }) => {
      // Use a new page. The fixture's page fails on violations, which this test causes.
      const page = await browser.newPage();
      expect((await page.goto(`${exported}/nowhere`))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreen.title);
      for (const address of ['/nowhere', '/', '/book']) {
        await page.goto(exported + address);
        expect(await page.evaluate(violateBy, 'image' as const)).toBe('img-src');
      }
      expect(await page.evaluate(violateBy, 'native post' as const)).toBe('form-action');
      await page.close();
    });
  });
}

/** Does what the page's policy forbids, and returns the directive that forbids it. Runs in the page. */
function violateBy(act: 'image' | 'native post'): Promise<string> {
  return new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    if (act === 'native post') document.querySelector('form')?.submit();
    else new Image().src = 'https://elsewhere.example/picture.png';
  });
}

/** Runs `npm run export -- FOLDER` on the built site, without npm. */
function exportSite(folder: string, settings: Record<string, string>) {
  execFileSync(process.execPath, ['scripts/export.ts', folder], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
}
