/**
 * What is below the first view is laid out after the first paint: a section with each frame, so that
 * none is long, and the last one first, which is furthest away. Until it is open a style leaves it
 * out, where scripts run (styles/laid-out-later.css).
 */
const waiting = [...document.querySelectorAll<HTMLElement>('section,footer')];

// A place further down is looked for now, as after a reload: all must stand where it will stay.
if (location.hash || performance.navigation.type) layOut();
new PerformanceObserver(layOutNext).observe({ type: 'paint', buffered: true });

function layOutNext() {
  layOut(1);
  if (waiting[0]) requestAnimationFrame(layOutNext);
}

/** Lays out the last parts of those that still wait; all at once when no count is given. */
export function layOut(count = waiting.length) {
  for (const part of waiting.splice(-count)) part.dataset.open = '';
}
