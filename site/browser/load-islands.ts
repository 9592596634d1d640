/**
 * Loads the islands' script when the visitor first uses an island (islands.ts). What the visitor typed or chose
 * before that stays. A button pressed earlier is pressed again.
 */

import { afterPaint } from './after-paint.ts';
import { islandMark, readyEvent } from './protocol.ts';

let state: 'unused' | 'wanted' | 'ready' = 'unused';
/** The last button pressed before the script has run. */
let early: HTMLElement | null = null;

// Load when the pointer arrives, before the press. With a key, the focus may already be in the island.
for (const touch of ['pointerover', 'keydown', 'focusin', 'click'])
  addEventListener(touch, ({ target, type }) => {
    if (state === 'ready' || !(target instanceof Element)) return;
    if (!target.closest(`[${islandMark}]`)) return;
    if (type === 'click') early = target.closest('button') ?? early;
    // Paint the browser's response first.
    if (state === 'unused') afterPaint(load);
    state = 'wanted';
  });
addEventListener(readyEvent, () => {
  state = 'ready';
  early?.click();
});

function load(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = trustedAddress();
  document.head.append(script);
}

/** The only Trusted Types policy. It knows no address but that of the islands' script. */
function trustedAddress(): string {
  const createScriptURL = (_: string) => __ISLANDS__;
  const policy = window.trustedTypes?.createPolicy('islands', { createScriptURL });
  // TypeScript's DOM types allow only a string for `src`.
  return (policy?.createScriptURL('') ?? __ISLANDS__) as string;
}
