import type { Page } from '@playwright/test';

/** Stops what moves by the clock where it is `time` milliseconds after its start. */
export function pauseMotionAt(page: Page, time: number): Promise<void> {
  return page.evaluate((at) => {
    for (const animation of document.getAnimations()) {
      if (!(animation.timeline instanceof DocumentTimeline)) continue;
      animation.pause();
      animation.currentTime = at;
    }
  }, time);
}
