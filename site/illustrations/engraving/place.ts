import type { Point } from './curve.ts';

/** Where a drawn part goes: turned by degrees, scaled, mirrored left to right, then moved. */
export interface Placing {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly scale: number;
  readonly mirror?: boolean;
}

/** The way from a part's own drawing to the scene (`page`) and back (`own`). */
export function place({ x, y, turn, scale, mirror }: Placing) {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const flip = mirror ? -1 : 1;
  return {
    page: (points: readonly Point[]): Point[] =>
      points.map(([px, py]) => [
        x + scale * (flip * px * cos - py * sin),
        y + scale * (flip * px * sin + py * cos),
      ]),
    own: (px: number, py: number): Point => [
      (flip * ((px - x) * cos + (py - y) * sin)) / scale,
      ((py - y) * cos - (px - x) * sin) / scale,
    ],
  };
}
