import type { Page } from '@playwright/test';

/** A page of Playwright's, or a visitor's. */
interface Evaluates {
  evaluate<Value>(read: () => Value | Promise<Value>): Promise<Value>;
}

/** Texts, pictures and controls that reach over an edge of the window, or are cut by their box. */
export async function cutOff(page: Evaluates): Promise<string[]> {
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
      const name = `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`;
      if (box.left < -0.5 || box.right > width + 0.5) faults.push(`${name} reaches over the edge`);
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible'
      )
        faults.push(`${name} is cut off`);
    }
    return faults;
  });
}

/** Words of which a part stands on the next line. A mail address may be broken. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}+]+/gu)) {
        const range = document.createRange();
        // A soft hyphen's own box, on the line before, would be counted to what follows it.
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

/**
 * Where the section of this id stands below the window's upper edge, in px: 80 also where it is lower at
 * the page's end, since the last section may be too near it to come up. Runs in the page.
 */
export function placeOf(id: string): number {
  const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  const { scrollHeight } = document.documentElement;
  const atTheEnd = Math.ceil(scrollY + innerHeight) >= scrollHeight;
  return atTheEnd && top > 80 ? 80 : Math.round(top);
}
