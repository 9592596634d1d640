import { between, distance, type Point } from './curve.ts';

/** One piece of a path: its control points, if any, and its end. One point is a line, two a quadratic, three a cubic. */
export type Segment = readonly Point[];

/**
 * Fits the fewest lines, quadratic and cubic Béziers to a dense polyline, by least squares, so that
 * no point lies farther than `tolerance` from the curve. The first point of the line is the start.
 */
export function fitCurves(line: readonly Point[], tolerance: number): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  while (from < line.length - 1) {
    const rest = line.slice(from);
    const reaches = [chord, quadratic, cubic].map((curve) => longest(rest, curve, tolerance));
    const best = reaches.find(({ count }) => count === rest.length) ?? thriftiest(reaches);
    segments.push(best.segment);
    from += best.count - 1;
  }
  return segments;
}

type Curve = (line: readonly Point[], times: readonly number[]) => Segment;
type Reach = { count: number; segment: Segment };

/** The most points from the start of the line that one curve can follow. */
function longest(line: readonly Point[], curve: Curve, tolerance: number): Reach {
  const attempt = (count: number): Segment | undefined => {
    const part = line.slice(0, count);
    const times = chordTimes(part);
    const segment = curve(part, times);
    return farthest(part, segment, times) <= tolerance ? segment : undefined;
  };
  let best: Reach = { count: 2, segment: line.slice(1, 2) };
  let [low, high] = [2, line.length];
  for (let count = high; low <= high; count = Math.floor((low + high) / 2)) {
    const segment = attempt(count);
    if (segment) {
      best = { count, segment };
      low = count + 1;
    } else high = count - 1;
  }
  return best;
}

/** The curve that covers most of the line for each number it takes to write. */
function thriftiest(reaches: readonly Reach[]): Reach {
  const worth = ({ count, segment }: Reach) => (count - 1) / (segment.length + 0.3);
  return reaches.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

function chord(line: readonly Point[]): Segment {
  return [ends(line)[1]];
}

function chordTimes(line: readonly Point[]): number[] {
  let walked = 0;
  const lengths = line.map((point, i) => {
    walked += distance(line[i - 1] ?? point, point);
    return walked;
  });
  return lengths.map((length) => length / (walked || 1));
}

function quadratic(line: readonly Point[], times: readonly number[]): Segment {
  const [start, end] = ends(line);
  let [sum, x, y] = [1e-9, 0, 0];
  line.forEach((point, i) => {
    const t = times[i] ?? 0;
    const s = 1 - t;
    const b = 2 * s * t;
    sum += b * b;
    x += b * (point[0] - s * s * start[0] - t * t * end[0]);
    y += b * (point[1] - s * s * start[1] - t * t * end[1]);
  });
  return [[x / sum, y / sum], end];
}

function cubic(line: readonly Point[], times: readonly number[]): Segment {
  const [start, end] = ends(line);
  let [aa, ab, bb, ax, ay, bx, by] = [1e-9, 0, 1e-9, 0, 0, 0, 0];
  line.forEach((point, i) => {
    const t = times[i] ?? 0;
    const s = 1 - t;
    const a = 3 * s * s * t;
    const b = 3 * s * t * t;
    const x = point[0] - s * s * s * start[0] - t * t * t * end[0];
    const y = point[1] - s * s * s * start[1] - t * t * t * end[1];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ax += a * x;
    ay += a * y;
    bx += b * x;
    by += b * y;
  });
  const det = aa * bb - ab * ab || 1e-9;
  return [
    [(ax * bb - bx * ab) / det, (ay * bb - by * ab) / det],
    [(bx * aa - ax * ab) / det, (by * aa - ay * ab) / det],
    end,
  ];
}

function ends(line: readonly Point[]): [Point, Point] {
  return [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]];
}

function farthest(line: readonly Point[], trial: Segment, times: readonly number[]) {
  const start = ends(line)[0];
  let worst = 0;
  line.forEach((point, i) => {
    worst = Math.max(worst, distance(point, along([start, ...trial], times[i] ?? 0)));
  });
  return worst;
}

function along(points: readonly Point[], t: number): Point {
  if (points.length === 1) return points[0] ?? [0, 0];
  return along(
    points.slice(1).map((point, i) => between(points[i] ?? point, point, t)),
    t,
  );
}
