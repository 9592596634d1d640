import { controls, errorScreen } from '../../content/messages.ts';
import { sections } from '../../content/navigation.ts';
import { breakForm, expect, test } from '../support/visit.ts';

test('shows the error screen at an unknown address, with the ways home and to each section', async ({
  page,
}) => {
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreen.title);
  await expect(page.getByText('404 Not Found')).toBeVisible();
  const ways = page.getByRole('navigation').getByRole('link');
  await expect(ways).toHaveText(sections.map(({ name }) => name));
  await ways.last().click();
  await expect(page.locator(`#${sections[sections.length - 1]?.id}`)).toBeInViewport();
  await page.goBack();
  await page.getByRole('link', { name: controls.backToHome }).click();
  await expect(page).toHaveURL('/');
});

test('shows the error screen with message and stack when the form cannot be rendered', async ({
  page,
  faults,
}) => {
  await breakForm(page);
  await page.goto('/book');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreen.title);
  await expect(page.locator('pre')).toContainText('/assets/');
  await expect(page.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('link', { name: controls.backToHome })).toHaveAttribute('href', '/');
  expect(faults.every((fault) => fault.includes('JSON'))).toBe(true);
  faults.length = 0;
});
