/** Calls `run` after the next paint, so that the response to a press or a key shows first. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

export function isMotionWelcome(): boolean {
  return matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
