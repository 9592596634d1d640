import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { bookingForm, certificate, controls } from '../../content/en/messages.ts';
import { guilloche } from '../../site/illustrations/guilloche.ts';
import { bandsOf, groupsOf, serialOf } from '../../site/illustrations/specimen.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';

const sheet = (page: Page) => page.locator('.certificate > svg');
const token = (page: Page) => page.locator('.certificate .token');
const serialFor = async (...words: string[]) => (await serialOf(words)) ?? '';

test('draws the same words always the same way, and another letter differently', async ({
  page,
}) => {
  await page.goto('/book');
  const place = await sheet(page).boundingBox();
  const name = page.locator('#name');
  const company = page.locator('#company_name');
  await name.fill('Ada Lovelace');
  await expectDrawn(page, await serialFor('Ada Lovelace', ''));
  await company.fill(' Analytical Engines ');
  await expectDrawn(page, await serialFor('Ada Lovelace', 'Analytical Engines'));
  await company.fill('Analytical Engines!');
  await expectDrawn(page, await serialFor('Ada Lovelace', 'Analytical Engines!'));
  await expect(sheet(page)).toHaveAccessibleName(
    new RegExp(`^${certificate.title}, Ada Lovelace, Analytical Engines!, `),
  );
  await expect(token(page)).toBeHidden();
  expect(await sheet(page).boundingBox()).toEqual(place);

  await name.fill('');
  await company.fill(' ');
  await expect(token(page)).toBeVisible();
  await expect(sheet(page)).toHaveAccessibleName(certificate.title);
});

test('cuts off no name: a long one takes two lines, and the longest is smaller', async ({
  page,
}) => {
  await page.goto('/book');
  const bearer = page.locator('.certificate .bearer');
  for (const [name, lines] of [
    ['Ada Lovelace', 1],
    ['Jean-Baptiste de la Fontaine-Montmorency', 2],
    ['W'.repeat(200), 1],
    ['Мария '.repeat(33), 2],
  ] as const) {
    await page.locator('#name').fill(name);
    await expect(bearer.locator('tspan')).toHaveCount(lines);
    // No space is drawn at the end of a line.
    const letters = async () => (await bearer.textContent())?.replaceAll(' ', '');
    await expect.poll(letters).toBe(name.replaceAll(' ', ''));
    const [paper, text] = [await sheet(page).boundingBox(), await bearer.boundingBox()];
    expect(text?.x).toBeGreaterThan(paper?.x ?? 0);
    expect(text?.width).toBeLessThan((paper?.width ?? 0) * 0.9);
  }
});

test('appears in the thank-you dialog with the visitor’s name, moves nothing, and can be saved and printed', async ({
  page,
}, testInfo) => {
  const booking = someBooking();
  const serial = await serialFor(booking.name, booking.company_name);
  await page.goto('/book');
  await fillForm(page, booking);
  await page.getByRole('button', { name: bookingForm.submit }).click();
  const thanks = page.locator('#booked');
  const close = thanks.getByText(controls.close);
  await expect(thanks).toBeVisible();
  // Submit right after typing, before the seal is drawn.
  const place = await close.boundingBox();
  const kept = thanks.getByRole('img', { name: groupsOf(serial) });
  await expect(kept).toBeVisible();
  expect(await close.boundingBox()).toEqual(place);
  await expect(kept).toHaveAccessibleName(new RegExp(`${booking.name}, ${booking.company_name}`));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    thanks.getByRole('button', { name: certificate.save }).click(),
  ]);
  expect(download.suggestedFilename()).toContain(groupsOf(serial));
  const file = testInfo.outputPath('saved.svg');
  await download.saveAs(file);
  const opened = await page.context().newPage();
  await opened.goto(pathToFileURL(file).href);
  for (const text of [booking.name, booking.company_name, groupsOf(serial), certificate.notice])
    await expect(opened.locator('svg')).toContainText(text);
  expect(await readFile(file, 'utf8')).not.toMatch(/class=|var\(/);

  await page.emulateMedia({ media: 'print' });
  await expect(thanks.getByRole('img', { name: certificate.title })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  for (const part of ['banner', 'contentinfo'] as const)
    await expect(page.getByRole(part)).toHaveCount(0);
});

/** Waits until the certificate of this serial is drawn and described. */
async function expectDrawn(page: Page, serial: string) {
  await expect(sheet(page)).toHaveAccessibleName(new RegExp(groupsOf(serial)));
  const { lace, core } = bandsOf(serial);
  // Its first and last bands.
  for (const [part, band] of Object.entries({ lace, core }))
    await expect(page.locator(`#certificate-${part}-line`)).toHaveAttribute(
      'd',
      guilloche(band.curve),
    );
}
