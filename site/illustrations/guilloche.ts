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

/** The curve as the `d` of one closed path round 0,0, in whole numbers. */
export function guilloche({ radius, waves, beziers = 2 }: Curve): string {
  const at = (angle: number): Point => {
    let distance = radius;
    let bearing = angle;
    for (const { count, reach, sway = 0, phase = 0 } of waves) {
      distance += reach * Math.cos(count * angle + phase);
      bearing += (sway / radius) * Math.sin(count * angle + phase);
    }
    return [distance * Math.sin(bearing), -distance * Math.cos(bearing)];
  };
  const segments = Math.max(1, ...waves.map(({ count }) => Math.abs(count))) * beziers;
  const step = (2 * Math.PI) / segments;
  const [first = '', ...rest] = Array.from({ length: segments }, (_, index) =>
    smoothTo(at, (index + 1) * step, step),
  );
  const start = at(0);
  const handle = tangent(at, 0, step);
  return `M${rounded(start)}C${rounded([start[0] + handle[0], start[1] + handle[1]])} ${first}S${rest.join(' ')}z`;
}

type Point = readonly [x: number, y: number];

/** The end of a smooth Bézier (`S`): its second handle, which the next one's first mirrors, and its point. */
function smoothTo(at: (angle: number) => Point, angle: number, step: number): string {
  const [x, y] = at(angle);
  const [dx, dy] = tangent(at, angle, step);
  return `${rounded([x - dx, y - dy])} ${rounded([x, y])}`;
}

/** The Bézier handle of a point: a third of the step along the tangent. */
function tangent(at: (angle: number) => Point, angle: number, step: number): Point {
  const near = 1e-4;
  const [x1, y1] = at(angle - near);
  const [x2, y2] = at(angle + near);
  const scale = step / 3 / (2 * near);
  return [(x2 - x1) * scale, (y2 - y1) * scale];
}

function rounded([x, y]: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
