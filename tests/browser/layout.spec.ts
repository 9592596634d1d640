import { expect, test } from '../support/visit.ts';

test('@desktop no page scrolls sideways from 320 to 1920 px where scrollbars take room', async ({
  page,
}) => {
  for (const address of ['/', '/book', '/nowhere']) {
    await page.goto(address);
    for (let width = 320; width <= 1920; width += width < 480 ? 20 : 80) {
      await page.setViewportSize({ width, height: 600 });
      const { scrollbar, sideways } = await page.evaluate(() => {
        scrollTo(1_000, scrollY);
        const { clientWidth, scrollWidth } = document.documentElement;
        return {
          scrollbar: innerWidth - clientWidth,
          sideways: Math.max(scrollX, scrollWidth - clientWidth),
        };
      });
      if (address === '/') expect(scrollbar).toBeGreaterThan(0);
      expect(sideways, `${address} at ${width} px`).toBe(0);
    }
  }
});
