/** Milliseconds for one bundle. Four bundles and the last fade stay under five seconds. */
const leg = 550;
const appearing = 300;

/**
 * Moves a record's texts along the visible threads of the drawing, one bundle after the other. Each place shows
 * its text when they arrive. With reduced motion nothing moves. `texts` has one text for each thread of each
 * bundle. Returns a function that ends the motion at once.
 */
export function travel(drawing: HTMLElement, texts: readonly (readonly string[])[]) {
  if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return;
  const places: { place: Element; delay: number }[] = [];
  const trips: { thread: SVGPathElement; traveller: HTMLElement; delay: number }[] = [];
  let bundle = -1;
  for (const part of drawing.querySelectorAll('.wires, .record')) {
    if (part.matches('.record')) places.push({ place: part, delay: (bundle + 1) * leg });
    else if (part.getClientRects().length > 0) {
      bundle += 1;
      for (const [index, thread] of part.querySelectorAll<SVGPathElement>('.thread').entries()) {
        const traveller = document.createElement('span');
        const textContent = texts[bundle]?.[index] ?? '';
        Object.assign(traveller, { className: 'traveller', ariaHidden: 'true', textContent });
        trips.push({ thread, traveller, delay: bundle * leg });
      }
    }
  }
  drawing.append(...trips.map(({ traveller }) => traveller));
  // Read all positions before any write. Otherwise each text would force a layout.
  const room = drawing.getBoundingClientRect();
  const measured = trips.map((trip) => {
    const points = pointsOf(trip.thread, room);
    const way = wayOf(points, trip.traveller.offsetWidth / 2, room.width);
    return { ...trip, way, ink: inkOf(points) };
  });
  const animations = measured.flatMap(({ thread, traveller, delay, way, ink }) => {
    const timing = { delay, duration: leg, easing: 'ease-in-out' } as const;
    const moved = traveller.animate(way, timing);
    moved.onfinish = () => traveller.remove();
    return [moved, thread.animate(ink, { ...timing, fill: 'backwards' })];
  });
  for (const { place, delay } of places) {
    const timing = { delay, duration: appearing, fill: 'backwards' } as const;
    animations.push(place.animate({ opacity: [0, 1] }, timing));
  }
  return () => {
    for (const animation of animations) animation.cancel();
    for (const { traveller } of trips) traveller.remove();
  };
}

/** Points along a line, in px from the corner of the drawing. */
function pointsOf(thread: SVGPathElement, { left, top }: DOMRect): DOMPoint[] {
  const toScreen = thread.getScreenCTM() ?? undefined;
  const length = thread.getTotalLength();
  return Array.from({ length: 13 }, (_, step) => {
    const { x, y } = thread.getPointAtLength((length * step) / 12).matrixTransform(toScreen);
    return new DOMPoint(x - left, y - top);
  });
}

/** Keyframes of a text along the points, faint at both ends. `half`, half its width, keeps it inside `width`. */
function wayOf(points: DOMPoint[], half: number, width: number): Keyframe[] {
  return points.map(({ x, y }, step) => {
    const inside = Math.max(half, Math.min(x, width - half));
    return {
      transform: `translate(${inside - half}px, ${y}px) translateY(-50%)`,
      opacity: Math.min(1, step / 3, (12 - step) / 3),
    };
  });
}

function inkOf(points: DOMPoint[]): PropertyIndexedKeyframes {
  const steps = points.map(({ x, y }, index) => {
    const next = points[index + 1] ?? { x, y };
    return Math.hypot(next.x - x, next.y - y);
  });
  const length = String(steps.reduce((sum, step) => sum + step, 2));
  return { strokeDasharray: [length, length], strokeDashoffset: [length, '0'] };
}
