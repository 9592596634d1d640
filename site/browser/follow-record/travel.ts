import { isMotionWelcome } from '../motion.ts';

type Point = Record<'x' | 'y', number>;

/** In milliseconds, along one bundle of lines: four bundles and the last place stay below five seconds. */
const leg = 900;
const appearing = 400;

/**
 * Lets a record's texts travel along the threads of the drawing that are shown, a bundle after the
 * other, and lets each place show its text when they arrive; nothing where less motion is wished.
 * `texts` has for each bundle one text for each of its threads. Gives a function that ends it at once.
 */
export function travel(
  drawing: HTMLElement,
  texts: readonly (readonly string[])[],
): (() => void) | undefined {
  if (!isMotionWelcome()) return;
  const animations: Animation[] = [];
  const travellers: Element[] = [];
  let bundle = -1;
  for (const part of drawing.querySelectorAll('.wires, .record')) {
    if (part.matches('.record')) {
      const timing = { delay: (bundle + 1) * leg, duration: appearing, fill: 'backwards' } as const;
      animations.push(part.animate({ opacity: [0, 1] }, timing));
    } else if (part.checkVisibility()) {
      bundle += 1;
      const timing = { delay: bundle * leg, duration: leg, easing: 'ease-in-out' } as const;
      for (const [index, thread] of part.querySelectorAll<SVGPathElement>('.thread').entries()) {
        const traveller = document.createElement('span');
        traveller.className = 'traveller';
        traveller.ariaHidden = 'true';
        traveller.textContent = texts[bundle]?.[index] ?? '';
        drawing.append(traveller);
        travellers.push(traveller);
        const points = pointsOf(thread, drawing);
        const way = traveller.animate(wayOf(points, traveller, drawing), timing);
        way.onfinish = () => traveller.remove();
        animations.push(thread.animate(inkOf(points), { ...timing, fill: 'backwards' }));
      }
    }
  }
  const end = () => {
    for (const animation of animations) animation.cancel();
    for (const traveller of travellers) traveller.remove();
  };
  // Its frames would hold the answer to the next press back.
  drawing.querySelector('.drivers')?.addEventListener('pointerdown', end, { once: true });
  return end;
}

/** Points of a line from its start to its end, in px from the drawing's corner. */
function pointsOf(thread: SVGPathElement, drawing: Element): Point[] {
  const { left, top } = drawing.getBoundingClientRect();
  const length = thread.getTotalLength();
  return Array.from({ length: 13 }, (_, step) => {
    const point = thread.getPointAtLength((length * step) / 12);
    const { x, y } = point.matrixTransform(thread.getScreenCTM() ?? undefined);
    return { x: x - left, y: y - top };
  });
}

/** Along the points, whole inside the drawing, and faint at both ends. */
function wayOf(points: Point[], traveller: HTMLElement, drawing: HTMLElement): Keyframe[] {
  const half = traveller.offsetWidth / 2;
  return points.map(({ x, y }, step) => {
    const inside = Math.max(half, Math.min(x, drawing.offsetWidth - half));
    return {
      transform: `translate(${inside - half}px, ${y}px) translateY(-50%)`,
      opacity: Math.min(1, step / 3, (12 - step) / 3),
    };
  });
}

/** A line as long as the points' that inks itself. */
function inkOf(points: Point[]): PropertyIndexedKeyframes {
  const steps = points.slice(1).map(({ x, y }, index) => {
    const before = points[index] ?? { x, y };
    return Math.hypot(x - before.x, y - before.y);
  });
  const length = String(steps.reduce((sum, step) => sum + step, 2));
  return { strokeDasharray: [length, length], strokeDashoffset: [length, '0'] };
}
