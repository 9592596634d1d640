import { expect, test } from '../support/visit.ts';

const script = '**/assets/islands-*.js';

test.describe('if the markup names another script', () => {
  test.use({ bypassCSP: true });

  for (const trusts of [true, false])
    test(`the page runs only its own, ${trusts ? 'with' : 'without'} Trusted Types`, async ({
      page,
    }) => {
      await page.addInitScript((keeps) => {
        if (!keeps) Reflect.deleteProperty(window, 'trustedTypes');
        const { trustedTypes } = window;
        const createPolicy = trustedTypes?.createPolicy.bind(trustedTypes);
        if (trustedTypes && createPolicy)
          trustedTypes.createPolicy = (name, rules) => {
            Object.assign(window, { rules });
            return createPolicy(name, rules);
          };
      }, trusts);
      await page.goto('/');
      await page.evaluate(() => {
        for (const root of document.querySelectorAll('[data-island]'))
          root.setAttribute('data-script', '/assets/../evil.js');
      });
      await Promise.all([
        page.waitForRequest(script),
        page.locator('[data-island]').first().dispatchEvent('pointerover'),
      ]);
      const inserted = page.locator('script[src]');
      await expect(inserted).toHaveCount(1);
      await expect(inserted).toHaveAttribute('src', /^\/assets\/islands-[\w-]+\.js$/);
      const own = await inserted.getAttribute('src');
      const admitted = await page.evaluate(
        (paths) => {
          const rules = Reflect.get(window, 'rules');
          return paths.map((path) => rules?.createScriptURL(path) ?? null);
        },
        [own ?? '', '/assets/../x', `${own}?x`, `${own}/../x.js`, '/assets/x.js'],
      );
      expect(admitted).toEqual(trusts ? [own, '', '', '', ''] : Array(5).fill(null));
    });
});
