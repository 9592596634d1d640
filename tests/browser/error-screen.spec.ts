import { controls, errorScreen } from '../../content/en/messages.ts';
import { breakForm, expect, test } from '../support/visit.ts';

test('@desktop shows the error screen with message and stack when the form cannot be rendered', async ({
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
