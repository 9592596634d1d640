import type { Page } from '@playwright/test';
import { bookingForm } from '../../content/en/messages.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { expect, provideNetwork, test as visit } from './visit.ts';

/** A visit through a network that fails as the test decides, with a clock that the test moves. */
export const test = visit.extend<{ network: FaultyNetwork }>({
  network: provideNetwork,
  baseURL: async ({ network }, use) => use(network.url),
  page: async ({ page }, use) => {
    await page.context().clock.install();
    await use(page);
  },
});

export { expect };

/** The button of the form, in all its states. */
export const submitButton = (page: Page) => page.locator('form [type=submit]');

export async function submit(page: Page) {
  await page.getByRole('button', { name: bookingForm.submit }).click();
}

/** Lets the page's pauses pass, but no time while an answer is on its way, until this text is shown. */
export async function soon(page: Page, network: FaultyNetwork, text: string) {
  const isShown = async () => {
    if (network.answering === 0) await page.clock.fastForward(1_000);
    return page.getByText(text).isVisible();
  };
  await expect.poll(isShown, { intervals: [100] }).toBe(true);
}
