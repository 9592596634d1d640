import { createServer } from 'node:http';
import { hero } from '../../content/en/landing.ts';
import { bookingForm } from '../../content/en/messages.ts';
import { passOn } from '../support/bare-request.ts';
import { closeServer, listen } from '../support/free-port.ts';
import { expect, test } from '../support/visit.ts';

test('prerenders the form page when the pointer rests on its link, and loads it only once', async ({
  page,
  program,
}) => {
  // Playwright does not see prerendering. Only a server does.
  const asked: unknown[] = [];
  const proxy = createServer((request, response) => {
    if (request.url === '/book') asked.push(request.headers['sec-purpose'] ?? 'the click');
    passOn(request, response, program.url + request.url);
  });
  await page.goto(`http://localhost:${await listen(proxy, 0, 'localhost')}/`);
  const link = page.getByRole('main').getByRole('link', { name: hero.secondAction }).first();
  await link.hover();
  await expect.poll(() => asked).toEqual(['prefetch;prerender']);
  await link.click();
  await expect(page.getByLabel(bookingForm.labels.name, { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);
  await closeServer(proxy);
});
