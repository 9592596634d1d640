/** One wave of a curve. Lengths are in units of the drawing, the circle is 2π long. */
export interface Wave {
  /** Whole waves in one turn round the centre; negative ones run the other way. */
  count: number;
  /** How far the wave moves the line outwards and in. */
  reach: number;
  /** How far it moves the line along the circle, as a length at the mean radius: loops and leans. */
  sway?: number;
  /** Where the wave begins, in radians. */
  phase?: number;
}

/** A closed line round the centre: a circle of `radius`, moved by one wave or several. */
export interface Curve {
  radius: number;
  waves: readonly Wave[];
  /** Cubic Béziers per petal, two by default. A petal is one wave of the highest count. */
  beziers?: number;
}

/**
 * The curve as the `d` of one closed path round 0,0.
 * Throws a RangeError for a wave that is no whole number: its line would not meet its beginning.
 */
export function guilloche({ radius, waves, beziers = 2 }: Curve): string {
  const counts = waves.map(({ count }) => Math.abs(count));
  const open = counts.find((count) => !Number.isInteger(count));
  if (open !== undefined) throw new RangeError(`${open} waves in one turn do not close`);
  const at = (angle: number): Point => {
    let distance = radius;
    let bearing = angle;
    for (const { count, reach, sway = 0, phase = 0 } of waves) {
      distance += reach * Math.cos(count * angle + phase);
      bearing += (sway / radius) * Math.sin(count * angle + phase);
    }
    return [distance * Math.sin(bearing), -distance * Math.cos(bearing)];
  };
  return `${smooth(at, 2 * Math.PI, Math.max(1, ...counts) * beziers)}z`;
}

/** A straight band of lobes: one thread of it runs through `lobes` lobes in `waves` waves. */
interface Strand {
  /** The length of one lobe. The next thread begins one lobe further on. */
  lobe: number;
  lobes: number;
  waves: number;
  /** Half the band's height, where a lobe is widest and where two lobes meet. */
  widest: number;
  narrowest: number;
}

/** One thread of a straight band as the `d` of an open path along the x axis. */
export function strand({ lobe, lobes, waves, widest, narrowest }: Strand): string {
  const mean = (widest + narrowest) / 2;
  const swell = (widest - narrowest) / 2;
  const at = (t: number): Point => [
    t * lobe,
    (mean - swell * Math.cos(2 * Math.PI * t)) * Math.cos((2 * Math.PI * t * waves) / lobes),
  ];
  return smooth(at, lobes, lobes * 2);
}

type Point = readonly [x: number, y: number];

/**
 * A line through evenly spaced points, in whole numbers and relative commands. After the first `c`
 * an `s` is enough, because the handles on both sides of such a point mirror each other.
 */
function smooth(at: (t: number) => Point, end: number, segments: number): string {
  const step = end / segments;
  let from = rounded(at(0));
  let path = `M${from.join(' ')}c${handle(at, 0, step).join(' ')} `;
  for (let segment = 1; segment <= segments; segment++) {
    const to = rounded(at(segment * step));
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const [hx, hy] = handle(at, segment * step, step);
    const separator = segment === 1 ? '' : segment === 2 ? 's' : ' ';
    path += separator + [dx - hx, dy - hy, dx, dy].join(' ');
    from = to;
  }
  // A minus sign separates numbers by itself.
  return path.replaceAll(' -', '-');
}

/** The Bézier handle of a point: a third of the step along the tangent. */
function handle(at: (t: number) => Point, t: number, step: number): Point {
  const near = 1e-4;
  const [x1, y1] = at(t - near);
  const [x2, y2] = at(t + near);
  const scale = step / 3 / (2 * near);
  return rounded([(x2 - x1) * scale, (y2 - y1) * scale]);
}

function rounded([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}
