import type { Point } from './curve.ts';
import type { Plate } from './plate.ts';

const OVAL = { x: 240, y: 184, across: 200, down: 158 };
const PITCH = 4;
const HEAVY_ABOVE = 126;
const MIDDLE_ABOVE = 222;

/**
 * Rules the tinted oval behind a motif with level lines, heavier towards the top. Lines keep a little
 * clear of what `hidden` covers, and stop at the height `ground` if one is given.
 */
export function ruleSky(
  plate: Plate,
  hidden: (x: number, y: number) => boolean,
  ground = OVAL.y + OVAL.down,
) {
  const clear = (x: number, y: number) => [-2, 0, 2].every((d) => !hidden(x + d, y));
  for (let row = 1; OVAL.y - OVAL.down + row * PITCH < ground; row += 1) {
    const y = OVAL.y - OVAL.down + row * PITCH;
    const weight = y > MIDDLE_ABOVE ? 0 : y > HEAVY_ABOVE ? 1 : 2;
    const half = Math.sqrt(Math.max(0, 1 - ((y - OVAL.y) / OVAL.down) ** 2)) * OVAL.across;
    const short = row % 2 ? 9 : 0;
    const end = OVAL.x + half - short;
    let start: Point | undefined;
    for (let x = OVAL.x - half + short; x <= end; x += 1) {
      const ruled = clear(x, y) && x + 1 <= end;
      if (ruled) start ??= [x, y];
      else if (start) {
        if (x - start[0] > 3) plate.tint([start, [x - 1, y]], weight);
        start = undefined;
      }
    }
  }
}
