/** Runs it after the next paint: a press or a letter is answered first, and what it redraws follows. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/** Whether the visitor has not asked for less motion. */
export function isMotionWelcome(): boolean {
  return matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
