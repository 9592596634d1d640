/** One wave of a curve. Lengths are in units of the drawing, angles in radians. */
export interface Wave {
  /** Whole waves per turn round the centre. A negative number runs the other way. */
  count: number;
  /** How far the wave moves the line outwards and inwards. */
  reach: number;
  /** How far it moves the line along the circle, at the mean radius. It makes loops and slants. */
  sway?: number;
  /** Where the wave begins. */
  phase?: number;
}

/** A closed line: a circle of `radius`, moved by one or more waves. */
export interface Curve {
  radius: number;
  waves: readonly Wave[];
  /** Cubic Béziers per petal, two by default. A petal is one period of the wave with the highest count. */
  beziers?: number;
}

/** The curve as the `d` of a closed path round 0,0, in whole numbers. */
export function guilloche({ radius, waves, beziers = 2 }: Curve): string {
  const at = (angle: number) => {
    let distance = radius;
    let bearing = angle;
    for (const { count, reach, sway = 0, phase = 0 } of waves) {
      distance += reach * Math.cos(count * angle + phase);
      bearing += (sway / radius) * Math.sin(count * angle + phase);
    }
    return { x: distance * Math.sin(bearing), y: -distance * Math.cos(bearing) };
  };
  const segments = Math.max(1, ...waves.map(({ count }) => Math.abs(count))) * beziers;
  const step = (2 * Math.PI) / segments;
  const near = 1e-4;
  /** The point at this angle, and its handle on one side: a third of the step along the tangent. */
  const pointAt = (angle: number, side: -1 | 1) => {
    const { x, y } = at(angle);
    const [before, after] = [at(angle - near), at(angle + near)];
    const scale = (side * step) / 3 / (2 * near);
    const handle = rounded(x + (after.x - before.x) * scale, y + (after.y - before.y) * scale);
    return { point: rounded(x, y), handle };
  };
  const start = pointAt(0, 1);
  // The first handle of a smooth Bézier (`S`) mirrors the previous curve's second handle.
  const [first, ...rest] = Array.from({ length: segments }, (_, index) => {
    const { point, handle } = pointAt((index + 1) * step, -1);
    return `${handle} ${point}`;
  });
  return `M${start.point}C${start.handle} ${first}S${rest.join(' ')}z`;
}

/** A curve and how it is repeated. */
export interface Repeated {
  curve: Curve;
  repeats: number;
  /** Degrees between repeats. */
  step: number;
  /** The size of each repeat relative to the previous one, for bands that wind inwards. */
  shrink: number;
}

/** The `transform` of each repeat except the first, which needs none. */
export function repeatsOf({ repeats, step, shrink }: Repeated): string[] {
  return Array.from({ length: repeats - 1 }, (_, index) => {
    const scale = shrink === 1 ? '' : `scale(${short(shrink ** (index + 1))})`;
    return `rotate(${short((index + 1) * step)})${scale}`;
  });
}

function short(value: number): string {
  return String(Number(value.toFixed(3)));
}

function rounded(x: number, y: number): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
