import type { Point } from '../engraving/curve.ts';

// The house in metres: two fronts joined by a round corner, `s` runs along the wall from left to right.
export const RADIUS = 6;
const LEFT = { turn: (42 * Math.PI) / 180, length: 20 };
const RIGHT = { turn: (27 * Math.PI) / 180, length: 34 };
export const CORNER = RADIUS * (LEFT.turn + RIGHT.turn);
/** The whole wall's two ends, in metres along it. */
export const WALL = { from: -LEFT.length, to: CORNER + RIGHT.length };

export const EAVES = 22.6;
export const FLOORS = [5.6, 9.2, 12.7, 16.1, 19.3];

// The eye: height in metres, distance from the corner, scale, and where both meet on the page.
export const EYE = { height: 2.2, away: 34, focus: 312, x: 200, horizon: 300 };

/** A point of the wall in the page: `s` along it, `y` above the street, `out` in front of it, in metres. */
export function project(s: number, y: number, out = 0): Point {
  const { x, z } = plan(s, out);
  const scale = EYE.focus / (EYE.away + z);
  return [EYE.x + x * scale, EYE.horizon - (y - EYE.height) * scale];
}

/** A point of the wall on the ground, in metres, and the way it faces there, in radians. */
function plan(s: number, out = 0) {
  const angle = Math.min(RIGHT.turn, Math.max(-LEFT.turn, s / RADIUS - LEFT.turn));
  const [nx, nz] = [Math.sin(angle), -Math.cos(angle)];
  const past = s < 0 ? s : Math.max(0, s - CORNER);
  return {
    x: nx * (RADIUS + out) - nz * past,
    z: RADIUS + nz * (RADIUS + out) + nx * past,
    angle,
  };
}

/** A level line along the wall. */
export function course(y: number, out = 0, from = WALL.from, to = WALL.to): Point[] {
  const count = Math.ceil((to - from) / 0.2);
  return Array.from({ length: count + 1 }, (_, i) =>
    project(from + ((to - from) * i) / count, y, out),
  );
}

/** How dark the stone is: the left front in the light, the right one in the shade, shadow under the eaves. */
export function stone(s: number, y: number): number {
  const { angle } = plan(s);
  const turned = 0.5 + 0.5 * Math.sin(angle + 0.15);
  const eaves = y > EAVES - 2.2 ? 0.3 : 0;
  const far = Math.max(0, s - CORNER) * 0.005;
  return 0.08 + 0.68 * turned ** 1.4 - far + eaves + (y < 5 ? 0.06 : 0);
}

/** The windows' middles along the wall, their widths, and in how many panes they are drawn. */
export const BAYS = [
  ...Array.from({ length: 5 }, (_, i) => ({ s: -17.1 + i * 3.75, wide: 1.7, panes: 2 })),
  ...Array.from({ length: 3 }, (_, i) => ({ s: CORNER / 2 + (i - 1) * 2.4, wide: 1.2, panes: 2 })),
  ...Array.from({ length: 9 }, (_, i) => ({
    s: CORNER + 2.1 + i * 3.6,
    wide: 1.6,
    panes: i < 4 ? 2 : 1,
  })),
];

/** Whether the wall is open there, with a light margin of stone. */
export function inBay(s: number, y: number): boolean {
  return BAYS.some(({ s: middle, wide }) => {
    if (Math.abs(s - middle) > wide / 2 + 0.22) return false;
    return y < 3.8 || FLOORS.some((floor) => y > floor - 0.15 && y < floor + 2.3);
  });
}

/** How far along the wall a share `t` of its whole length is, in metres. */
export function along(t: number): number {
  return WALL.from + t * (WALL.to - WALL.from);
}

/** How many drawing units a metre takes at that place of the wall. */
export function metre(s: number): number {
  return EYE.focus / (EYE.away + plan(s).z);
}
