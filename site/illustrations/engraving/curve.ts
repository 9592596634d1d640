export type Point = readonly [x: number, y: number];

/** Reads points as SVG's `points` attribute writes them: `x,y` pairs parted by spaces. */
export function points(text: string): Point[] {
  return text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });
}

/** Draws a smooth line (centripetal Catmull-Rom) through the points, as a polyline about `step` units a side. */
export function smooth(points: readonly Point[], closed: boolean, step = 2): Point[] {
  const last = closed ? points.length : points.length - 1;
  const at = (i: number): Point => {
    const n = points.length;
    return points[closed ? (i + n) % n : Math.min(Math.max(i, 0), n - 1)] ?? [0, 0];
  };
  const line: Point[] = [];
  for (let i = 0; i < last; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const d1 = Math.sqrt(distance(p0, p1)) || 1;
    const d2 = Math.sqrt(distance(p1, p2)) || 1;
    const d3 = Math.sqrt(distance(p2, p3)) || 1;
    const bend = (k: 0 | 1): [number, number] => [
      p1[k] + (d2 * ((p1[k] - p0[k]) / d1 - (p2[k] - p0[k]) / (d1 + d2)) + (p2[k] - p1[k])) / 3,
      p2[k] - (d2 * ((p3[k] - p2[k]) / d3 - (p3[k] - p1[k]) / (d2 + d3)) + (p2[k] - p1[k])) / 3,
    ];
    const [bx, by] = [bend(0), bend(1)];
    const count = Math.max(1, Math.round(distance(p1, p2) / step));
    for (let j = 0; j < count; j += 1) {
      const t = j / count;
      const s = 1 - t;
      const mix = (k: 0 | 1, b: readonly [number, number]) =>
        s * s * s * p1[k] + 3 * s * s * t * b[0] + 3 * s * t * t * b[1] + t * t * t * p2[k];
      line.push([mix(0, bx), mix(1, by)]);
    }
  }
  if (!closed) line.push(at(last));
  return line;
}

/** Walks a polyline and gives points spaced evenly, about `step` units apart; both ends are kept. */
export function resample(line: readonly Point[], step: number): Point[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i += 1) {
    lengths.push((lengths[i - 1] ?? 0) + distance(line[i - 1] ?? [0, 0], line[i] ?? [0, 0]));
  }
  const total = lengths.at(-1) ?? 0;
  const count = Math.max(1, Math.round(total / step));
  const even: Point[] = [];
  let i = 1;
  for (let j = 0; j <= count; j += 1) {
    const want = (total * j) / count;
    while (i < line.length - 1 && (lengths[i] ?? 0) < want) i += 1;
    const from = lengths[i - 1] ?? 0;
    const t = (want - from) / ((lengths[i] ?? 0) - from || 1);
    even.push(between(line[i - 1] ?? [0, 0], line[i] ?? [0, 0], Math.min(1, t)));
  }
  return even;
}

/** Whether the point lies inside the closed polygon (even-odd). */
export function inside(polygon: readonly Point[], x: number, y: number): boolean {
  let odd = false;
  let before = polygon.at(-1) ?? [0, 0];
  for (const here of polygon) {
    if (here[1] > y !== before[1] > y) {
      const cut = here[0] + ((y - here[1]) / (before[1] - here[1])) * (before[0] - here[0]);
      if (x < cut) odd = !odd;
    }
    before = here;
  }
  return odd;
}

/** Where the sides of a closed polygon cross the level `y`, from left to right. */
export function crossings(polygon: readonly Point[], y: number): number[] {
  const found: number[] = [];
  let before = polygon.at(-1) ?? [0, 0];
  for (const here of polygon) {
    if (here[1] > y !== before[1] > y) {
      found.push(here[0] + ((y - here[1]) / (before[1] - here[1])) * (before[0] - here[0]));
    }
    before = here;
  }
  return found.sort((a, b) => a - b);
}

/** The point a share `t` of the way from `a` to `b`. */
export function between(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The smallest upright box that holds the points. */
export function bounds(points: readonly Point[]): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
