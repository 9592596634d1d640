import { box, button, expect, folder, row, status, test } from '../support/inbox-page.ts';

test('spam leads are delivered or erased together', async ({
  page,
  catcher,
  book,
  enter,
  stateOf,
}) => {
  const spam = () => book({ name: `https://bakery.example/${crypto.randomUUID()}` });
  const wanted = [await spam(), await spam()] as const;
  const unwanted = [await spam(), await spam()];
  await enter();
  await folder(page, 'Quarantined').click();
  const all = page.getByLabel('Select all');
  await all.check();
  for (const lead of wanted) await box(page, lead).uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
  await all.check();
  await all.uncheck();
  for (const lead of unwanted) await box(page, lead).check();
  await button(page, 'Erase').click();
  const dialog = page.getByRole('dialog', { name: '2' });
  for (const { name } of unwanted) await expect(dialog).toContainText(name);
  await expect(button(page, 'Keep')).toBeFocused();
  await button(page, 'Keep').click();
  for (const lead of unwanted) expect(await stateOf(lead)).toBe('quarantined');
  await button(page, 'Erase').click();
  await button(page, 'Erase for good').click();
  await expect(status(page)).toHaveText(/^2 /);
  for (const lead of unwanted) expect(await stateOf(lead)).toBeUndefined();

  await row(page, wanted[0]).click();
  await expect(page.getByText('a link in the name')).toBeVisible();
  await button(page, 'Not spam: deliver').click();
  await expect(row(page, wanted[0])).toHaveCount(0);
  await box(page, wanted[1]).check();
  await button(page, 'Not spam: deliver').click();
  const mailed = () => catcher.mails.map(({ text }) => text).join();
  for (const { email } of wanted) await expect.poll(mailed).toContain(email);
});
