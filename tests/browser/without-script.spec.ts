import * as landing from '../../content/en/landing.ts';
import { sections } from '../../content/en/landing.ts';
import { withoutEmpty } from '../../site/copy.ts';
import { expect, phone, test, textsIn } from '../support/visit.ts';

// On a phone the sections are laid out in turn.
test.use({ ...phone, javaScriptEnabled: false });

test('shows all texts of the landing page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const answered = landing.questions.entries.filter(({ answer }) => answer !== '');
  expect(answered.length).toBeLessThan(landing.questions.entries.length);
  const asked = page.locator('.questions summary');
  await expect(asked).toHaveText(answered.map(({ question }) => question));
  // The first four questions are open.
  for (const question of (await asked.all()).slice(4)) await question.press('Enter');
  // Wait for the sections' animations.
  const staged = () =>
    page.locator('.section').evaluateAll((parts) => parts.flatMap((part) => part.getAnimations()));
  await expect.poll(staged).toEqual([]);
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  const shown = plain(await page.locator('body').innerText());
  const { hero, footer, ...rest } = landing;
  const said = [hero, footer, answered, ...sections.map(({ id }) => rest[id])];
  for (const text of textsIn(said, unseenNames))
    expect(shown).toContain(plain(withoutEmpty(text, emptySlots, 'en')));
  const unseen = await page.locator('main :is(h1,h2,h3,p,li,dt,dd,img)').evaluateAll((parts) =>
    parts
      .filter((part) => !part.closest('[popover],.printed'))
      .filter((part) => !part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map(({ outerHTML }) => outerHTML),
  );
  expect(unseen).toEqual([]);
});

/** Details that the sample leaves empty. */
const emptySlots = { jurisdictions: '', call: '' };

/** Properties for drawings, labels and search results. */
const unseenNames = /^(icon|picture|alt|drawingLabel|figuresTitle|summary|pageTitle|pictureLine)$/;

/** Normalizes letter case and spaces, which styles can change. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
