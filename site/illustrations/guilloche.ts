/** One wave of a curve. Lengths are in units of the drawing, the circle is 2π long. */
export interface Wave {
  /** Waves in one turn round the centre; a fraction where the curve closes after several turns. */
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
  /** Turns after which the line meets its beginning. One when left out. */
  turns?: number;
  /** Cubic Béziers per petal, one to four. Two when left out. */
  beziers?: number;
}

/**
 * The curve as the `d` of one closed path round 0,0.
 * A petal is one wave of the highest count. Throws a RangeError when the curve cannot close or
 * wants more than four Béziers per petal.
 */
export function guilloche(curve: Curve): string {
  const { turns = 1, beziers = 2 } = curve;
  if (!Number.isInteger(beziers) || beziers < 1 || beziers > 4) {
    throw new RangeError(`a petal has one to four Béziers, not ${beziers}`);
  }
  const segments = petalCount(curve) * beziers;
  return `${smooth((angle) => pointAt(curve, angle), 2 * Math.PI * turns, segments)}z`;
}

/** A straight band of lobes: one thread of it runs through `lobes` lobes in `waves` waves. */
export interface Strand {
  /** The length of one lobe. The next thread begins one lobe further on. */
  lobe: number;
  lobes: number;
  waves: number;
  /** Half the band's height, where a lobe is widest and where two lobes meet. */
  widest: number;
  narrowest: number;
}

/** One thread of a straight band as the `d` of an open path along the x axis, in whole numbers. */
export function strand({ lobe, lobes, waves, widest, narrowest }: Strand): string {
  const mean = (widest + narrowest) / 2;
  const swell = (widest - narrowest) / 2;
  return smooth(
    (t) => [
      t * lobe,
      (mean - swell * Math.cos(2 * Math.PI * t)) * Math.cos((2 * Math.PI * t * waves) / lobes),
    ],
    lobes,
    lobes * 2,
  );
}

/** The petals of a curve over all its turns. Throws a RangeError when a wave does not close. */
function petalCount({ waves, turns = 1 }: Curve): number {
  const counts = waves.map((wave) => Math.abs(wave.count) * turns);
  const open = counts.find((count) => Math.abs(count - Math.round(count)) > 1e-9);
  if (open !== undefined) {
    throw new RangeError(`${open} waves in ${turns} turns do not close: give a whole number`);
  }
  return Math.round(Math.max(1, ...counts));
}

type Point = readonly [x: number, y: number];

function pointAt({ radius, waves }: Curve, angle: number): Point {
  let distance = radius;
  let bearing = angle;
  for (const { count, reach, sway = 0, phase = 0 } of waves) {
    distance += reach * Math.cos(count * angle + phase);
    bearing += (sway / radius) * Math.sin(count * angle + phase);
  }
  return [distance * Math.sin(bearing), -distance * Math.cos(bearing)];
}

/**
 * A line through evenly spaced points: whole numbers, relative commands, one `c` and then only `s`,
 * because the handles on both sides of such a point mirror each other. Rounding never adds up.
 */
function smooth(at: (t: number) => Point, end: number, segments: number): string {
  const step = end / segments;
  let from = rounded(at(0));
  let path = `M${pair(from)}c${pair(handle(at, 0, step))}`;
  for (let segment = 1; segment <= segments; segment++) {
    const to = rounded(at(segment * step));
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const [hx, hy] = handle(at, segment * step, step);
    const numbers = pair([dx - hx, dy - hy]) + joined(pair([dx, dy]));
    path += segment === 2 ? `s${numbers}` : joined(numbers);
    from = to;
  }
  return path;
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
  return [Math.round(x) || 0, Math.round(y) || 0];
}

function pair([x, y]: Point): string {
  return `${x}${joined(String(y))}`;
}

/** A number needs a space before it unless its sign parts it from the last one. */
function joined(numbers: string): string {
  return numbers.startsWith('-') ? numbers : ` ${numbers}`;
}
