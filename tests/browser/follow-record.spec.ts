import type { Page } from '@playwright/test';
import { architecture } from '../../content/en/landing.ts';
import { records } from '../../content/en/records.ts';
import { faultsOn } from '../support/axe.ts';
import { pauseMotionAt } from '../support/motion.ts';
import { expect, holdIslands, noteTexts, test } from '../support/visit.ts';

const { drivers, processing, token } = architecture;
const live = (page: Page) => page.locator('#architecture [role=status]');

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first record stands in all its places, and every driver is named', async ({ page }) => {
    await page.goto('/');
    await expectRecord(page, 0);
    await expect(page.locator('.drivers li')).toHaveText([...drivers.names]);
    await expect(page.getByRole('radio')).toHaveCount(0);
  });
});

test('the record of each driver that is pressed or touched goes all the way, which is told once', async ({
  page,
  hasTouch,
}) => {
  await page.goto('/');
  const told = await noteTexts(live(page));
  // The first one is chosen already: it comes last.
  const order = [...drivers.names.keys()].slice(1).concat(0);
  const lines = new Set<string | null>();
  for (const driver of order) {
    const radio = page.getByRole('radio').nth(driver);
    await (hasTouch ? radio.tap() : radio.click());
    await expectRecord(page, driver);
    lines.add(await page.locator('.across .thread').first().getAttribute('d'));
  }
  expect(lines.size).toBe(order.length);
  const texts = await told();
  expect(texts.length).toBe(order.length);
  for (const [index, driver] of order.entries()) {
    const { record, shares } = sampleOf(driver);
    for (const word of [record, ...shares, drivers.names[driver]])
      expect(texts[index]).toContain(word);
  }
  await finishMotion(page);
  expect(await faultsOn(page, '#architecture')).toEqual([]);
});

test('@desktop arrow keys lead from driver to driver, round both ends', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio', { checked: true }).focus();
  const last = drivers.names.length - 1;
  for (const [key, driver] of [
    ['ArrowDown', 1],
    ['ArrowRight', 2],
    ['ArrowUp', 1],
    ['ArrowLeft', 0],
    ['ArrowUp', last],
    ['ArrowDown', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('radio').nth(driver)).toBeFocused();
    await expectRecord(page, driver);
  }
});

test('a driver that is chosen before the script has come is followed when it has, and told once', async ({
  page,
}) => {
  const release = await holdIslands(page);
  await page.goto('/');
  const told = await noteTexts(live(page));
  const radio = page.getByRole('radio').nth(3);
  await radio.check();
  await expect(page.locator('.drivers li').nth(3)).toHaveCSS('font-weight', '600');
  release();
  await expectRecord(page, 3);
  await expect(radio).toBeChecked();
  expect((await told()).length).toBe(1);
});

test('@desktop on the way back the first driver and its record stand again', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('radio').nth(3).check();
  await expectRecord(page, 3);
  await page.goto('/book');
  await page.goBack();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expectRecord(page, 0);
  await page.getByRole('radio').first().press('Enter');
  expect(new URL(page.url()).search).toBe('');
});

test('@phone the texts travel for five seconds at most, and none is left', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.getByRole('radio').nth(5).tap();
  const travellers = page.locator('.traveller');
  await expect(travellers).toHaveText([
    sampleOf(5).record,
    ...sampleOf(5).shares,
    ...sampleOf(5).shares,
    ...token.chains.map(() => markOf(5)),
  ]);
  const ends = await finishMotion(page);
  expect(Math.max(...ends)).toBeLessThanOrEqual(5_000);
  await expect(travellers).toHaveCount(0);
});

test('@phone the texts stay inside the drawing, and a driver that is chosen meanwhile sends those before away', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await page.getByRole('radio').nth(11).tap();
  const travellers = page.locator('.traveller');
  await expect(travellers.first()).toHaveText(sampleOf(11).record);
  for (const moment of [100, 450, 800, 1350, 2250, 3150]) {
    await pauseMotionAt(page, moment);
    const outside = await page.evaluate(() => {
      const room = document.querySelector('.flow-room')?.getBoundingClientRect();
      const texts = [...document.querySelectorAll('.traveller')];
      return texts
        .map((text) => text.getBoundingClientRect())
        .filter(({ left, right }) => !room || left < room.left - 1 || right > room.right + 1);
    });
    expect(outside).toEqual([]);
  }
  // Whoever scrolls on with a finger on the drivers still sees them.
  await page.locator('.drivers').dispatchEvent('pointerdown');
  await expect(travellers.first()).toHaveText(sampleOf(11).record);
  await page.getByRole('radio').nth(2).tap();
  await expect(travellers.first()).toHaveText(sampleOf(2).record);
  await expect(travellers).toHaveCount(1 + 3 + 3 + token.chains.length);
});

test('@desktop the lines ink themselves with the scroll, and all are inked in the middle of the view', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const inked = () =>
    page
      .locator('.across .thread')
      .evaluateAll((threads) =>
        threads.map((thread) => getComputedStyle(thread).strokeDasharray === 'none'),
      );
  expect(new Set(await inked())).toEqual(new Set([false]));
  await page
    .locator('.flow')
    .evaluate((flow) => flow.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect.poll(async () => new Set(await inked())).toEqual(new Set([true]));
});

/** The record of this driver in every place along its way. */
async function expectRecord(page: Page, driver: number) {
  const { record, shares } = sampleOf(driver);
  const mark = markOf(driver);
  await expect(page.locator('#architecture .record')).toHaveText([
    `${mark} ${record}`,
    ...processing.parts.map((_, part) => `${mark} ${shares[part]}`),
    `${mark} ${shares.join(', ')}`,
    ...token.chains.map(() => mark),
  ]);
}

function sampleOf(driver: number) {
  return records.samples[driver] ?? records.samples[0];
}

function markOf(driver: number): string {
  return records.mark.replace('{number}', String(driver + 1).padStart(2, '0'));
}

/** Ends what moves by the clock. Gives when each would have ended, in milliseconds. */
function finishMotion(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .map((animation) => {
        animation.finish();
        return Number(animation.effect?.getComputedTiming().endTime);
      }),
  );
}
