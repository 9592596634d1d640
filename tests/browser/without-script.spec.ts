import * as landing from '../../content/landing.ts';
import { legal } from '../../content/legal.ts';
import { alerts, bookingForm, controls } from '../../content/messages.ts';
import { sections } from '../../content/navigation.ts';
import { share } from '../../content/share.ts';
import { startProgram } from '../support/program.ts';
import { expect, fillForm, someBooking, test } from '../support/visit.ts';
import { webhookSecret } from '../support/webhook-receiver.ts';

const last = sections[sections.length - 1] ?? sections[0];

test.use({ javaScriptEnabled: false });

test('shows all that the landing page says', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  for (const question of await page.locator('summary').all()) await question.click();
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
  const shown = plain(await page.locator('body').innerText());
  const { hero, footer, ...rest } = landing;
  const answered = rest.questions.entries.filter(({ answer }) => answer !== '');
  const said = [hero, footer, answered, ...sections.map(({ id }) => rest[id])];
  for (const text of said.flatMap(textsIn)) expect(shown).toContain(plain(text));
  const unseen = await page.locator('main :is(h1,h2,h3,p,li,dt,dd,img)').evaluateAll((parts) =>
    parts
      .filter((part) => !part.closest('[popover]'))
      .filter((part) => !part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map(({ outerHTML }) => outerHTML),
  );
  expect(unseen).toEqual([]);
});

test('@phone opens and closes the menu, and goes where it says', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: controls.menu });
  const menu = page.locator('#menu');
  await expect(menu).toBeHidden();
  await button.tap();
  await expect(menu.getByRole('link')).toHaveText(sections.map(({ name }) => name));
  const { id, name } = last;
  await menu.getByRole('link', { name }).tap();
  await expect(page).toHaveURL(`/?${id}#${id}`);
  await expect(page.locator(`#${id}`)).toBeInViewport();
  await expect(menu).toBeHidden();

  await button.tap();
  await expect(menu).toBeVisible();
  await page.touchscreen.tap(200, 800);
  await expect(menu).toBeHidden();
});

test('opens and closes the share menu, with what is a link and without what needs a script', async ({
  page,
}) => {
  await page.goto('/');
  const scripted: string[] = ['instagram', 'device', 'link'];
  const links = share.options.filter(({ id }) => !scripted.includes(id));
  const button = page.getByRole('button', { name: share.button });
  const menu = page.locator('#share');
  await button.click();
  await expect(menu.getByRole('link')).toHaveText(links.map(({ name }) => new RegExp(`^${name}`)));
  for (const link of await menu.getByRole('link').all()) {
    await expect(link).toHaveAttribute('href', /^(mailto|https|sms):/);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await button.click();
  await expect(menu).toBeHidden();
});

test('@desktop books by the form itself, and thanks the visitor once', async ({
  page,
  program,
}) => {
  const booking = { ...someBooking(), name: hostile, company_name: '"Ångström" & Søn <i>' };
  await page.goto('/book');
  await fillForm(page, booking);
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page).toHaveURL('/#booked');
  const alert = page.getByRole('alertdialog', { name: alerts.booked });
  await expect(alert).toBeVisible();
  await expect(alert).toBeFocused();
  // Values like these look like spam: stored and thanked for all the same.
  expect(await program.quarantinedFrom(booking.email)).toMatchObject([booking]);
  await page.getByRole('link', { name: controls.close }).click();
  await expect(alert).toBeHidden();
});

test('@desktop names the receiver of the webhook in the privacy notice, where one is set', async ({
  page,
}) => {
  const notice = page.getByText('crm.example');
  await page.goto('/book');
  await expect(notice).toHaveCount(0);
  const passing = await startProgram({
    WEBHOOK_URL: 'https://crm.example/hooks',
    WEBHOOK_SECRET: webhookSecret,
  });
  await page.goto(`${passing.url}/book`);
  await page.getByText(legal.privacy.title).click();
  await expect(notice).toBeVisible();
  await passing.stop();
});

test('@desktop gives the form again with the banner, the status and the values when it fails', async ({
  page,
}) => {
  const limited = await startProgram({ RATE_LIMIT_REQUESTS: '2' });
  const booking = { ...someBooking(), name: hostile };
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST') answers.push(answer.status());
  });

  // As from a browser that checks nothing: the server's rules are the same.
  await page.goto(`${limited.url}/book`);
  await fillForm(page, { ...booking, company_name: '   ' });
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page.locator('.banner')).toHaveText(bookingForm.failed);
  await expect(page.locator('.banner')).toBeFocused();
  await expect(page.getByText(bookingForm.writeInstead).getByRole('link')).toBeVisible();
  await expect(page.getByLabel(bookingForm.labels.name, { exact: true })).toHaveValue(hostile);
  await expect(page.getByLabel(bookingForm.labels.company_name)).toHaveValue('   ');
  expect(await limited.quarantinedFrom(booking.email)).toEqual([]);

  // The values are there to be mended and sent again.
  await page.getByLabel(bookingForm.labels.company_name).fill(booking.company_name);
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page.getByText(alerts.booked)).toBeVisible();
  expect(await limited.quarantinedFrom(booking.email)).toMatchObject([booking]);

  const second = { ...someBooking(), company_name: hostile };
  await page.goto(`${limited.url}/book`);
  await fillForm(page, second);
  await page.getByRole('button', { name: bookingForm.submit }).click();
  await expect(page.getByText(bookingForm.failed)).toBeVisible();
  await expect(page.getByLabel(bookingForm.labels.company_name)).toHaveValue(hostile);
  await expect(page.getByLabel(bookingForm.labels.email)).toHaveValue(second.email);
  await expect(page.locator('img[src="nowhere"]')).toHaveCount(0);
  expect(answers).toEqual([400, 303, 429]);
  expect(await limited.quarantinedFrom(second.email)).toEqual([]);
  await limited.stop();
});

/** What would leave an attribute, an element and the inlined JSON, if something let it. */
const hostile = `"'></script><img src="nowhere" onerror="alert()"><!-- &quot; \\u003c`;

/** Every string that a section's content says, without the names of its drawings and labels, nor what is for search results. */
function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content)
    .filter(
      ([key]) =>
        !/^(icon|picture|alt|drawingLabel|dialLabel|ringsLabel|figuresTitle|summary)$/.test(key),
    )
    .flatMap(([, part]) => textsIn(part));
}

/** Without the case and the spaces that a style may change. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
