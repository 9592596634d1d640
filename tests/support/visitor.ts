import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Booking } from '../../booking/booking.ts';
import { placeOf } from './layout.ts';

/** A browser window with a visitor's actions. */
export interface Engine {
  /** Its name and version. */
  version: string;
  /** Opens the address and waits until the page is loaded. */
  open(url: string): Promise<void>;
  /** Sets the size of the viewport, in CSS px. */
  resize(width: number, height: number): Promise<void>;
  /** Evaluates the expression in the page, and awaits a promise. All engines can return only strings. */
  run(expression: string): Promise<unknown>;
  tap(x: number, y: number): Promise<void>;
  /** Presses one key for each character. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Tab'): Promise<void>;
  /** Presses Control and V. */
  paste(): Promise<void>;
  stop(): Promise<void>;
}

export type Visitor = ReturnType<typeof visitorIn>;

/** A visitor of the site at `address`, in this window. */
export function visitorIn(engine: Engine, address: string) {
  const visitor = {
    ...engine,
    open: (path: string) => engine.open(new URL(path, address).href),

    /** Runs the function in the page. Its result passes through JSON. */
    async evaluate<Value, Argument>(
      read: (argument: Argument) => Value | Promise<Value>,
      argument?: Argument,
    ): Promise<Value> {
      const value = `(${read})(${JSON.stringify(argument)})`;
      const json = await engine.run(`Promise.resolve(${value}).then((it) => JSON.stringify([it]))`);
      return JSON.parse(String(json))[0];
    },

    /** The texts of all visible matches, and the values of fields. */
    shown: (selector: string) =>
      visitor.evaluate((all) => {
        const elements = [...document.querySelectorAll<HTMLElement>(all)];
        return elements
          .filter((element) => element.checkVisibility())
          .map((element) =>
            element instanceof HTMLInputElement || element instanceof HTMLSelectElement
              ? element.value
              : (element.textContent ?? '').trim(),
          );
      }, selector),

    /** The visible text, in lower case and without line breaks. */
    async text(selector: string): Promise<string> {
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
      const read = (it: string) => document.querySelector<HTMLElement>(it)?.innerText ?? '';
      return (await visitor.evaluate(read, selector)).toLowerCase().replace(/\s+/g, ' ');
    },

    path: () => visitor.evaluate(() => location.pathname),

    /** Whether the focused element matches the selector. */
    focused: (selector: string) =>
      visitor.evaluate((it) => document.activeElement?.matches(it) ?? false, selector),

    until: (read: () => Promise<unknown>, value: unknown) =>
      // A page that is being left may never answer, so try again.
      expect(async () => {
        const never = pause(5_000).then(() => Promise.reject(new Error('no answer')));
        never.catch(() => {});
        expect(await Promise.race([read(), never])).toEqual(value);
      }).toPass({ intervals: [50] }),

    /** Waits until exactly these texts are visible. */
    sees: (selector: string, texts: string[]) =>
      visitor.until(() => visitor.shown(selector), texts),

    /** Waits until this number of matches is visible. */
    counts: (selector: string, count: number) =>
      visitor.until(async () => (await visitor.shown(selector)).length, count),

    /** Waits until the section is this far below the window's upper edge, in px. */
    scrollsTo: (id: string, px: number) => visitor.until(() => visitor.evaluate(placeOf, id), px),

    /** The messages of the open modal alerts. */
    alerts: () => visitor.evaluate(alertsOf),

    /** Types the booking into the open form. */
    async types({ name, company_name, email }: Booking): Promise<void> {
      await visitor.click('label', 'Name');
      await visitor.type(name);
      await visitor.press('Tab');
      await visitor.type(company_name);
      await visitor.press('Tab');
      await visitor.type(email);
    },

    /** Opens and closes the button's menu twice. */
    async toggles(button: string, menu: string): Promise<void> {
      for (const count of [0, 1, 0, 1]) {
        await visitor.counts(menu, count);
        await visitor.click(button);
      }
    },

    /** Clicks the first visible match with this text, once nothing covers it. */
    async click(selector: string, text = '') {
      let place: [x: number, y: number] | null = null;
      await expect(async () => {
        place = await visitor.evaluate(openPlaceOf, [selector, text] as const);
        expect(place, `${selector} ${text}`).not.toBeNull();
      }).toPass({ intervals: [50] });
      if (place) await engine.tap(...(place as [number, number]));
    },
  };
  return visitor;
}

/** The position of the match, once nothing covers it and it has not moved for two frames. */
async function openPlaceOf([selector, text]: readonly [string, string]) {
  const element = [...document.querySelectorAll(selector)].find(
    (one) => one.checkVisibility() && one.textContent?.includes(text),
  );
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const middle = (): [x: number, y: number] => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  };
  const before = middle();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const place = middle();
  const isStill = String(place) === String(before);
  return isStill && element?.contains(document.elementFromPoint(...place)) ? place : null;
}

/** Runs in the page. */
function alertsOf(): (string | null | undefined)[] {
  return [...document.querySelectorAll('dialog[role=alertdialog]:modal')]
    .map((alert) => document.getElementById(alert.getAttribute('aria-labelledby') ?? ''))
    .map((message) => message?.textContent);
}
