import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { bookingFields } from '../../booking/booking.ts';
import { bookingForm, certificate } from '../../content/en/messages.ts';
import { guilloche } from '../../site/illustrations/guilloche.ts';
import { bandsOf, groupsOf, serialOf } from '../../site/illustrations/specimen.ts';
import { expect, fillForm, someBooking, test, thank } from '../support/visit.ts';

const figure = (page: Page) => page.getByRole('img', { name: certificate.title });
const token = (page: Page) => page.locator('.token');
const submitForm = (page: Page) => page.getByRole('button', { name: bookingForm.submit }).click();
const serialFor = async (...words: string[]) => (await serialOf(words)) ?? '';

test('engraves the words as they are typed: the same words alike everywhere, one letter more anew', async ({
  page,
}) => {
  await page.goto('/book');
  const place = await page.locator('.next-steps').boundingBox();
  const name = page.locator('#name');
  const company = page.locator('#company_name');
  await name.fill('Ada Lovelace');
  await expectDrawn(page, await serialFor('Ada Lovelace', ''));
  await company.fill(' Analytical Engines ');
  await expectDrawn(page, await serialFor('Ada Lovelace', 'Analytical Engines'));
  await company.fill('Analytical Engines!');
  await expectDrawn(page, await serialFor('Ada Lovelace', 'Analytical Engines!'));
  await expect(figure(page)).toContainText('Ada Lovelace');
  await expect(figure(page)).toHaveAccessibleName(new RegExp(certificate.meaning));
  await expect(token(page)).toHaveCount(0);

  await name.fill('W'.repeat(200));
  await expectDrawn(page, await serialFor('W'.repeat(200), 'Analytical Engines!'));
  expect(await page.locator('.next-steps').boundingBox()).toEqual(place);

  await name.fill('');
  await company.fill(' ');
  await expect(token(page)).toBeVisible();
  await expect(figure(page)).toHaveCount(0);
});

test('@phone stands beside its fields, in view above the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 293 });
  await page.goto('/book');
  for (const field of ['#name', '#company_name']) {
    await page.locator(field).tap();
    await page.keyboard.type('Ada');
    await expect(figure(page)).toBeInViewport({ ratio: 0.9 });
    const [typed, drawn] = [
      await page.locator(field).boundingBox(),
      await figure(page).boundingBox(),
    ];
    expect((typed?.x ?? 0) + (typed?.width ?? 0)).toBeLessThan(drawn?.x ?? 0);
  }
});

test('@desktop says the serial once, when the letters have settled', async ({ page }) => {
  await page.goto('/book');
  await page.locator('#name').fill('Ada');
  await expectDrawn(page, await serialFor('Ada', ''));
  const region = page.locator('[aria-live=polite]');
  await page.locator('#name').fill('Ada Lovelace');
  await expect(region).not.toHaveText('');
  await expect(region).toHaveText(new RegExp(groupsOf(await serialFor('Ada Lovelace', ''))));
});

test('is struck by submitting: the serial alone comes along, and is erased', async ({ page }) => {
  const booking = someBooking();
  const serial = await serialFor(booking.name, booking.company_name);
  await page.goto('/book');
  await fillForm(page, booking);
  await expectDrawn(page, serial);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await submitForm(page);
  expect(Object.keys((await posted).postDataJSON())).toEqual([...bookingFields]);

  const dialog = page.locator('#booked');
  await expect(dialog.getByRole('img', { name: groupsOf(serial) })).toBeVisible();
  expect(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])).toEqual([{}, {}]);
  const shown = await dialog.evaluate(({ outerHTML }) => outerHTML);
  for (const field of bookingFields) expect(shown).not.toContain(booking[field]);
});

test('@desktop is saved as a drawing, and printed alone on a sheet', async ({ page }, testInfo) => {
  await page.goto('/');
  const serial = await serialFor('Ada Lovelace', 'Analytical Engines');
  await thank(page, serial);
  const dialog = page.locator('#booked');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: certificate.save }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`-specimen-${serial}.svg$`));
  const file = testInfo.outputPath('saved.svg');
  await download.saveAs(file);
  const opened = await page.context().newPage();
  await opened.goto(pathToFileURL(file).href);
  await expect(opened.locator('svg')).toContainText(groupsOf(serial));
  await expect(opened.locator('svg')).toContainText(certificate.notice);
  expect(await readFile(file, 'utf8')).not.toMatch(/class=|var\(/);

  await page.evaluate(() => Object.assign(window, { print: () => {} }));
  await dialog.getByRole('button', { name: certificate.print }).click();
  await expect(dialog).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog.getByRole('img', { name: certificate.title })).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
  await expect(dialog.getByRole('heading').first()).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('main')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('@desktop in the visitor’s own colours it keeps its paper and its lines', async ({ page }) => {
  const drawn: string[][] = [];
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors, colorScheme: 'dark' });
    await page.goto('/');
    await thank(page, await serialFor('Ada Lovelace', ''));
    const parts = page.locator('#booked :is([fill^=var], [stroke^=var], .token-initial)');
    await expect(parts.first()).toBeVisible();
    drawn.push(
      await parts.evaluateAll((all) =>
        all.map((part) => {
          const { fill, stroke } = getComputedStyle(part);
          return `${fill} ${stroke}`;
        }),
      ),
    );
  }
  expect(drawn[1]).toEqual(drawn[0]);
});

/** Waits until the certificate of this serial is drawn, and described. */
async function expectDrawn(page: Page, serial: string) {
  await expect(figure(page)).toHaveAccessibleName(new RegExp(groupsOf(serial)));
  const { lace } = bandsOf(serial);
  const line = page.locator('#certificate-lace-line');
  await expect(line).toHaveAttribute('d', guilloche(lace.curve));
}
