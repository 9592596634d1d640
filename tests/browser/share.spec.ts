import { alerts, controls, share } from '../../content/en/messages.ts';
import { optionsOutside } from '../support/layout.ts';
import { expect, refuseToCopy, shareName, test } from '../support/visit.ts';

test('shows every share option in the window at any scroll position, also at 200 %', async ({
  page,
}) => {
  await page.goto('/');
  for (const [width, height] of [
    [1366, 662],
    [2560, 1440],
    [447, 806],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(optionsOutside), `${width}×${height}`).toEqual([]);
  }
});

test('lets the visitor copy by hand if the clipboard is refused, also at 400 % zoom', async ({
  page,
  program,
}) => {
  // 1280 by 1024 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/');
  await page.getByRole('button', { name: share.button }).click();
  await refuseToCopy(page);
  await page.getByRole('button', { name: shareName('instagram') }).click();
  await expect(page.locator('#copy-by-hand')).toBeInViewport({ ratio: 1 });
  const address = page.getByRole('textbox', { name: alerts.copyByHand });
  await expect(address).toHaveValue(`${program.url}/`);
  const selected = await address.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(`${program.url}/`);
  await page.locator('#copy-by-hand').getByRole('link', { name: controls.close }).click();
  await expect(page.locator('#copy-by-hand')).toBeHidden();
});
