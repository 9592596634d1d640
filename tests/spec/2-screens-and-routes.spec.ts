import { brand } from '../../content/brand.ts';
import { placeOf } from '../support/layout.ts';
import {
  expect,
  expectText,
  leaveOpen,
  menuButton,
  shareButton,
  test,
} from '../support/specification.ts';

const names = ['Solution', 'Architecture', 'Cases', 'Revenue', 'Security', 'Join'];
const ids = names.map((name) => name.toLowerCase());

test('Two routes exist:', async ({ request }) => {
  // The sitemap lists every page.
  const map = await (await request.get('/sitemap.xml')).text();
  const addresses = Array.from(map.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address);
  expect(addresses.map((address) => new URL(address).pathname)).toEqual(['/', '/book']);
});

test('/ | Landing page', ({ shown }) => expect(shown.locator('main section')).toHaveCount(6));

test('/book | Book a Call page', ({ form }) => expect(form.locator('form')).toBeVisible());

test('The only error screen seen is a default one (see section 8).', async ({ page }) => {
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
});

test.describe('Landing page (/)', () => {
  test('A fixed header carries the nav entries Solution, Architecture, Cases, Revenue, Security and Join. @main', async ({
    visitor,
  }) => {
    await visitor.open('/');
    expect(await visitor.shown('header nav a')).toEqual(names);
    await visitor.evaluate(() => scrollTo({ top: 4_000, behavior: 'instant' }));
    const top = () =>
      visitor.evaluate(() => document.querySelector('header')?.getBoundingClientRect().top);
    await visitor.until(top, 0);
  });

  test('Each entry smooth-scrolls to the in-page section of that name (solution, architecture, cases, revenue, security, join).', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    // Two are enough, because the next test clicks each entry.
    for (const [index, id] of ids.slice(0, 2).entries()) {
      const header = page.getByRole('banner');
      const entry = header.getByRole('link', { name: names[index] ?? '' });
      await entry.hover();
      // Places on the way are not counted, because a busy machine shows few of them.
      await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
      await entry.click();
      await expect(page).toHaveURL(`/#${id}`);
      await expect.poll(() => page.evaluate(placeOf, id)).toBe(80);
    }
  });

  test('The scroll stops 80px above the section. @main', async ({ landing }) => {
    for (const [index, id] of ids.entries()) {
      await landing.click('header nav a', names[index]);
      await landing.scrollsTo(id, 80);
    }
  });

  test('On small screens a toggleable menu offers the same entries and closes after a choice. @main', async ({
    visitor,
  }) => {
    await visitor.resize(390, 844);
    await visitor.open('/');
    expect(await visitor.shown('header nav a')).toEqual([]);
    await visitor.click(menuButton);
    await visitor.sees('header nav a', names);
    await visitor.click(menuButton);
    await visitor.sees('header nav a', []);
    await visitor.click(menuButton);
    await visitor.click('header nav a', 'Cases');
    await visitor.scrollsTo('cases', 80);
    expect(await visitor.shown('header nav a')).toEqual([]);
  });

  test("The hero button 'Explore Solution' scrolls to the solution section.", async ({
    landing,
  }) => {
    await landing.click('.hero a', 'Explore Solution');
    await landing.scrollsTo('solution', 80);
  });

  test('Sections are: solution, architecture (input drivers, ERP, processing, token on BTC and ETH), cases, revenue, security, join.', async ({
    shown,
  }) => {
    const sections = shown.locator('main section');
    expect(await sections.evaluateAll((all) => all.map(({ id }) => id))).toEqual(ids);
    const steps = /drivers.*erp.*processing.*token.*btc.*eth/;
    await expectText(shown.locator('#architecture'), steps);
  });

  test('Cases shows three story cards.', ({ shown }) =>
    expect(shown.locator('#cases article')).toHaveCount(3));

  test('Each has a title, a value label, supply, holders, markets and an image.', async ({
    shown,
  }) => {
    const cards = shown.locator('#cases article');
    for (const card of await cards.all()) {
      await expect(card.getByRole('heading')).toHaveCount(1);
      await expect(card).toContainText(/ value.*Supply.*Holders.*Markets/);
      await expect(card.getByRole('img')).toHaveCount(1);
    }
    expect(await cards.count()).toBe(3);
  });

  test('Feature cards in other sections have an icon, a title, and a description or a list of features.', async ({
    shown,
  }) => {
    for (const id of ['solution', 'revenue', 'security', 'join']) {
      // Section 3 tests the parts of each card.
      expect(await shown.locator(`#${id} li.feature:has(h3)`).count()).toBeGreaterThan(2);
    }
  });

  test("Join has a 'BOOK A CALL' button, which navigates to /book, and a share menu. @main", async ({
    landing,
  }) => {
    expect(await landing.shown(`#join ${shareButton}`)).toEqual(['Share']);
    await landing.click('#join a', 'BOOK A CALL');
    await landing.until(landing.path, '/book');
  });

  test("The footer has quick links to the same sections, a contact mail link to {email}, and a copyright line with the current year plus 'POWERED BY' a sub-brand.", async ({
    shown,
  }) => {
    const footer = shown.getByRole('contentinfo');
    const links = footer.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(names);
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(ids.map((id) => `#${id}`));
    const mail = footer.getByRole('link', { name: '@' });
    await expect(mail).toHaveAttribute('href', `mailto:${brand.mail}`);
    // The program may have started in the year before.
    const years = [performance.timeOrigin, Date.now()].map((time) =>
      new Date(time).getUTCFullYear(),
    );
    await expect(footer).toContainText(new RegExp(`© (${years.join('|')}) `));
    await expect(footer).toContainText(` ${brand.name} · POWERED BY ${brand.subBrand}`);
  });
});

test.describe('Book a Call page (/book)', () => {
  test("A dark page with a 'Back to Home' button that returns to /. @main", async ({ visitor }) => {
    await visitor.open('/book');
    const color = await visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const part of color.match(/\d+/g) ?? ['255']) expect(Number(part)).toBeLessThan(64);
    await visitor.click('a', 'Back to Home');
    await visitor.until(visitor.path, '/');
  });

  test("A heading 'Book a Call'.", ({ form }) =>
    expect(form.getByRole('heading', { level: 1 })).toHaveText('Book a Call'));

  test('A form with three labelled inputs: Name, Company Name, Email Address.', async ({
    form,
  }) => {
    await expect(form.getByRole('textbox')).toHaveCount(3);
    for (const label of ['Name', 'Company Name', 'Email Address'])
      await expect(form.locator('form').getByLabel(label, { exact: true })).toBeEditable();
  });

  test("The submit button reads 'Submit Request'.", ({ journey }) => {
    expect(journey.idle.button).toEqual(['Submit Request']);
  });

  test("While sending it reads 'Submitting...'.", ({ journey }) => {
    expect(journey.sending.button).toEqual(['Submitting...']);
  });

  test('The inputs and the button are disabled while sending. @main', ({ journey }) => {
    expect(journey.idle.disabled).toEqual([false, false, false, false]);
    expect(journey.sending.disabled).toEqual([true, true, true, true]);
  });

  test('An error banner appears above the form when a submission fails.', ({ journey }) => {
    expect(journey.sending.banner).toEqual([]);
    expect(journey.failed.isBannerAbove).toBe(true);
  });
});

leaveOpen({
  'Any other route: not shown.':
    'Any other GET gets 404 with the default error screen and its links.',
});
