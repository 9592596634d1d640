/**
 * Loads the islands of a page, the parts of it that React takes over (islands.tsx), each at its
 * first touch. Earlier input is kept: the browser keeps what is typed and chosen,
 * and a button that was pressed is pressed again once its island is hydrated.
 */

import { afterPaint } from './motion.ts';
import { hydratedEvent, hydratedMark, islandMark, wantedEvent, wantedMark } from './protocol.ts';

let script: HTMLScriptElement | undefined;
/** The island with a button that was pressed too early, and its place there: React may replace it. */
let early: { root: HTMLElement; place: number } | undefined;

const buttonsOf = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLButtonElement>('button[type=button]'),
];

// The pointer comes before the press, and the script with it. A key finds a focus that was there.
for (const touch of ['pointerover', 'keydown', 'focusin', 'click'])
  addEventListener(touch, ({ target, type }) => {
    const root = target instanceof Element && target.closest<HTMLElement>(`[${islandMark}]`);
    if (!root || root.hasAttribute(hydratedMark)) return;
    const place = buttonsOf(root).findIndex((button) => button.contains(target));
    if (type === 'click' && place >= 0) early = { root, place };
    if (root.hasAttribute(wantedMark)) return;
    root.setAttribute(wantedMark, '');
    // The touch is answered first.
    afterPaint(() => loadIsland(root));
  });
addEventListener(
  hydratedEvent,
  ({ target }) => {
    if (early?.root === target) buttonsOf(early.root)[early.place]?.click();
  },
  true,
);

/** Asks for an island, and for the script of all islands if that was not asked for yet. */
function loadIsland(root: HTMLElement): void {
  root.dispatchEvent(new Event(wantedEvent, { bubbles: true }));
  if (script) return;
  script = document.createElement('script');
  script.type = 'module';
  script.src = trusted(__ISLANDS__);
  document.head.append(script);
}

/** The one Trusted Types policy: it admits the one script that the bootstrap loads, which no markup can name. */
function trusted(address: string): string {
  const createScriptURL = (url: string) => (url === __ISLANDS__ ? url : '');
  const policy = window.trustedTypes?.createPolicy('islands', { createScriptURL });
  // The DOM's types know `src` as a string only.
  return (policy?.createScriptURL(address) ?? address) as string;
}
