/** Runs it after the next paint: a press or a letter is answered first, and what it redraws follows. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
