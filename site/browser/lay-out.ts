const waiting = [...document.querySelectorAll<HTMLElement>('section,footer')];

/** Lays out the last parts of those that still wait; all at once when no count is given. */
export function layOut(count = waiting.length) {
  for (const part of waiting.splice(-count)) part.dataset.open = '';
}

/** Lays out the last part that still waits, and the one before it with the next frame. */
export function layOutNext() {
  layOut(1);
  if (waiting[0]) requestAnimationFrame(layOutNext);
}
