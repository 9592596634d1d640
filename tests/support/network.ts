import type { Page } from '@playwright/test';
import { bookingForm } from '../../content/en/messages.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { expect, provideNetwork, test as visit } from './visit.ts';

/** A visit through a network whose failures the test controls, with a clock that the test moves. */
export const test = visit.extend<{ network: FaultyNetwork }>({
  network: provideNetwork,
  baseURL: async ({ network }, use) => use(network.url),
  page: async ({ page }, use) => {
    const { clock } = page.context();
    await clock.install();
    // Only the test moves the clock. Otherwise a slow machine would reach the page's limits.
    await clock.pauseAt(Date.now() + 60_000);
    await use(page);
  },
});

export { expect };

/** The button of the form, in all its states. */
export const submitButton = (page: Page) => page.locator('form [type=submit]');

export async function submit(page: Page) {
  await page.getByRole('button', { name: bookingForm.submit }).click();
}

/** Moves the clock through the page's pauses until this text is shown, but not while an answer is pending. */
export async function soon(page: Page, network: FaultyNetwork, text: string) {
  const isShown = async () => {
    if (network.answering === 0) await page.clock.fastForward(1_000);
    return page.getByText(text).isVisible();
  };
  await expect.poll(isShown, { intervals: [100] }).toBe(true);
}
