import { expect, test } from '../support/visit.ts';

// The fixture that every browser test goes through fails on these: each of them is expected to.
test.fail('@desktop a visit fails when the page breaks its policy', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
});

test.fail('@desktop a visit fails when the page gives a string to be run', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p></p>';
    } catch {
      // Trusted Types stop it, and the console says so.
    }
  });
});

test.fail(
  '@desktop a visit fails when the page asks another host for anything',
  async ({ page }) => {
    await page.goto('/');
    const asked = page.waitForRequest(/pixel/);
    await page.evaluate(() => {
      const image = new Image();
      image.src = 'http://127.0.0.1:9/pixel.png';
    });
    await asked;
  },
);

test('@desktop the browser knows every feature that the pages deny, and sets no cookie', async ({
  page,
  context,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  for (const path of ['/', '/book', '/nothing']) await page.goto(path);
  expect(said.filter((text) => /Permissions-Policy|feature/i.test(text))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});
