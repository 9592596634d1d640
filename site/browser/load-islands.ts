/**
 * Loads each island of a page when the visitor first uses it. React then takes it over (islands.tsx). What
 * the visitor typed or chose before hydration stays. A button pressed earlier is pressed again after hydration.
 */

import { afterPaint } from './motion.ts';
import { hydratedEvent, hydratedMark, islandMark, wantedEvent, wantedMark } from './protocol.ts';

let script: HTMLScriptElement | undefined;
/** A button pressed before hydration, by its island and index, because React may replace it. */
let early: { root: HTMLElement; place: number } | undefined;

const buttonsOf = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLButtonElement>('button[type=button]'),
];

// Load when the pointer arrives, before the press. With a key, the focus may already be in the island.
for (const touch of ['pointerover', 'keydown', 'focusin', 'click'])
  addEventListener(touch, ({ target, type }) => {
    const root = target instanceof Element && target.closest<HTMLElement>(`[${islandMark}]`);
    if (!root || root.hasAttribute(hydratedMark)) return;
    const place = buttonsOf(root).findIndex((button) => button.contains(target));
    if (type === 'click' && place >= 0) early = { root, place };
    if (root.hasAttribute(wantedMark)) return;
    root.setAttribute(wantedMark, '');
    // Paint the browser's response first.
    afterPaint(() => loadIsland(root));
  });
addEventListener(
  hydratedEvent,
  ({ target }) => {
    if (early?.root === target) buttonsOf(early.root)[early.place]?.click();
  },
  true,
);

/** Requests an island, and once the script of all islands. */
function loadIsland(root: HTMLElement): void {
  root.dispatchEvent(new Event(wantedEvent, { bubbles: true }));
  if (script) return;
  script = document.createElement('script');
  script.type = 'module';
  script.src = trusted(__ISLANDS__);
  document.head.append(script);
}

/** The only Trusted Types policy. It allows only the islands' script. */
function trusted(address: string): string {
  const createScriptURL = (url: string) => (url === __ISLANDS__ ? url : '');
  const policy = window.trustedTypes?.createPolicy('islands', { createScriptURL });
  // TypeScript's DOM types allow only a string for `src`.
  return (policy?.createScriptURL(address) ?? address) as string;
}
