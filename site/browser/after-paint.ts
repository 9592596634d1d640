/** Calls `run` after the next paint, so that the response to a press or a key shows first. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
