import type { Page } from '@playwright/test';

/** Lists texts, pictures and controls that extend beyond the window, or that their box cuts off. */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways');
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1,h2,h3,p,a,button,dt,dd,li,img[alt]:not([alt=""]),input,label,summary',
    )) {
      if (!element.checkVisibility() || element.closest('.visually-hidden,.skip-link')) continue;
      const box = element.getBoundingClientRect();
      // A story may be anywhere in its scrolling row, so check its parts against the story.
      const item = element.closest('.stories li');
      const { left = 0, right = width } = item?.getBoundingClientRect() ?? {};
      if (right - left > width) faults.push(`${item?.textContent} is wider than the window`);
      // The rings may extend beyond the page, but not the axis with their names.
      const axis = element.matches('.rings-figure img') ? box.width / 2 : 0;
      const name = `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`;
      if (box.left + axis < left - 0.5 || box.right > right + 0.5)
        faults.push(`${name} extends beyond the edge`);
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible'
      )
        faults.push(`${name} is cut off`);
    }
    return faults;
  });
}

/** Scrolls the page, and lists the headings that cover another part of their section. */
export async function coveringHeads(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covering = new Set<string>();
    for (let place = 0; place < document.body.scrollHeight; place += innerHeight / 3) {
      scrollTo({ top: place, behavior: 'instant' });
      for (const head of document.querySelectorAll('.section-head')) {
        const own = head.getBoundingClientRect();
        for (const part of head.parentElement?.children ?? []) {
          const box = part.getBoundingClientRect();
          const apart =
            own.right <= box.left ||
            box.right <= own.left ||
            own.bottom <= box.top + 1 ||
            box.bottom <= own.top + 1;
          if (part !== head && !apart) covering.add(head.textContent);
        }
      }
    }
    return [...covering];
  });
}

/** Words that break across lines. An email address may break. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}+]+/gu)) {
        const range = document.createRange();
        // A soft hyphen's box is on the previous line, and would count as a break within the next letters.
        const parted = text.nodeValue?.[index - 1] === '\u00AD';
        range.setStart(text, parted ? index + 1 : index);
        range.setEnd(text, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        const element = text.parentElement;
        if (element?.closest('[href^="mailto:"]') || !element?.checkVisibility()) continue;
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** The distance of the section from the window's top, in px. Runs in the page. */
export function placeOf(id: string): number {
  return Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN);
}

/** Opens the share menu at three scroll positions. Returns options outside the window. Runs in the page. */
export function optionsOutside(): string[] {
  const outside: string[] = [];
  const button = document.querySelector<HTMLElement>('[popovertarget=share]');
  const menu = document.querySelector<HTMLElement>('#share');
  const options = [...(menu?.querySelectorAll('li:not([hidden])') ?? [])];
  if (!button || !menu || options.length === 0) return ['the menu itself'];
  for (const text of ['', '200%']) {
    document.documentElement.style.fontSize = text;
    for (const part of [0.1, 0.5, 0.9]) {
      scrollBy({ top: button.getBoundingClientRect().y - innerHeight * part, behavior: 'instant' });
      button.click();
      const { top, left, right, bottom } = menu.getBoundingClientRect();
      const name = `the menu at ${part * 100} % ${text}`;
      if (top < 0 || left < 0 || right > innerWidth || bottom > innerHeight)
        outside.push(`${name}: ${[top, right, bottom, left].map(Math.round)}`);
      for (const option of options) {
        menu.scrollTop += option.getBoundingClientRect().top - top;
        const box = option.getBoundingClientRect();
        if (box.top < top - 1 || box.bottom > bottom + 1)
          outside.push(`${option.textContent} in ${name}`);
      }
      menu.scrollTop = 0;
      button.click();
    }
    document.documentElement.style.fontSize = '';
  }
  return outside;
}
