import { type Point, points, smooth } from '../engraving/curve.ts';
import { area, type Form } from '../engraving/form.ts';
import { type Placing, place } from '../engraving/place.ts';
import { inflate } from '../engraving/relief.ts';

const NAIL: Point = [240, 26];

/** The slit down the inside of the wrist and the laces crossed over it. */
export function lacing(page: (points: readonly Point[]) => Point[]): Form[] {
  const slit = page(smooth(points('-3,14 6,14 6,50 3,84 1,84 -3,50'), true));
  const forms: Form[] = [
    {
      ...area(slit),
      hatchings: [{ field: (x, y) => x * 0.98 + y * 0.1, spacing: 3.2, from: 0, gain: 1 }],
      tone: () => 0.85,
    },
  ];
  for (let row = 0; row < 4; row += 1) {
    for (const rising of ['-11,22 2,29 15,35', '15,22 2,29 -11,35']) {
      forms.push(band(page(points(rising).map(([x, y]) => [x, y + row * 17])), 4.6));
    }
  }
  return forms;
}

/** The two ends of the lace, from the top of the cuff to the nail. */
export function cords(placing: Placing): Form[] {
  const { page } = place(placing);
  const [left, right] = page(points('-9,20 13,20'));
  if (!left || !right) return [];
  const middle = (a: Point, sag: number): Point => [
    (a[0] + NAIL[0]) / 2 + sag,
    (a[1] + NAIL[1]) / 2,
  ];
  return [
    band(smooth([left, middle(left, -4), NAIL], false), 4.4),
    band(smooth([right, middle(right, 4), NAIL], false), 4.4),
  ];
}

/** The laces' loops and knot on the nail. */
export function bow(): Form[] {
  const loop = (side: number) => {
    const line = points('0,28 17,17 31,19 32,29 17,33 0,29');
    return band(
      smooth(
        line.map(([x, y]) => [NAIL[0] + side * x, y]),
        false,
      ),
      4.2,
    );
  };
  const nail = smooth(points('234,26 240,20 246,26 240,32'), true);
  return [
    band(smooth(points('240,30 228,44 225,62'), false), 4.2),
    band(smooth(points('240,30 251,46 252,58'), false), 4.2),
    loop(-1),
    loop(1),
    {
      outline: nail,
      relief: inflate(nail, 1),
      hatchings: [{ field: (_x, y) => y, spacing: 2.6, from: 0.2, gain: 1 }],
    },
  ];
}

/** A flat lace along a line. */
function band(line: readonly Point[], width: number): Form {
  const upper: Point[] = [];
  const lower: Point[] = [];
  line.forEach((point, i) => {
    const a = line[Math.max(0, i - 1)] ?? point;
    const b = line[Math.min(line.length - 1, i + 1)] ?? point;
    const half = width / 2 / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1);
    upper.push([point[0] + (b[1] - a[1]) * half, point[1] - (b[0] - a[0]) * half]);
    lower.push([point[0] - (b[1] - a[1]) * half, point[1] + (b[0] - a[0]) * half]);
  });
  return {
    ...area([...upper, ...lower.reverse()]),
    contour: 0.38,
  };
}
