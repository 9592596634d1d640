import { type Point, points } from '../engraving/curve.ts';
import { cutSeen } from '../engraving/form.ts';
import type { Plate } from '../engraving/plate.ts';
import { course, WALL } from './corner-house.ts';

const EVERYWHERE = () => true;

/** Cuts the kerb, the roadway's shade, two lamps and three people walking. */
export function cutStreet(plate: Plate) {
  cutSeen(plate, course(0, 3, WALL.from - 3, WALL.to + 4), () => 1, EVERYWHERE);
  cutSeen(plate, course(-0.25, 3, WALL.from - 3, WALL.to + 4), () => 0.5, EVERYWHERE);
  const edge = course(0, 3);
  for (let row = 0; row < 6; row += 1) {
    const y = 322 + row * 4;
    const half = 176 * Math.sqrt(1 - (row / 6.3) ** 2);
    const line = Array.from({ length: 60 }, (_, i): Point => [246 + half * (i / 29.5 - 1), y]);
    const kerb = (x: number) => edge.some(([px, py]) => Math.abs(px - x) < 4 && y < py + 4);
    cutSeen(
      plate,
      line,
      (x, _y, t) => (kerb(x) ? -1 : 0.4 + 1.4 * Math.sin(Math.PI * t) ** 2),
      EVERYWHERE,
    );
  }
  lamp(plate, 58, 322, 72);
  lamp(plate, 436, 320, 60);
  walker(plate, 128, 335, 17);
  walker(plate, 137, 336, 16);
  walker(plate, 352, 336, 16);
}

function walker(plate: Plate, x: number, foot: number, tall: number) {
  const outline = points(
    '-5,100 5,100 5,94 10,93 5,91 5,85 13,78 17,50 13,42 15,35 22,0 13,0 2,32 -12,0 -21,2 -10,36 -15,50 -13,78 -5,85 -5,91 -10,93 -5,94',
  ).map(([u, v]): Point => [x + (u * tall) / 100, foot - (v * tall) / 100]);
  plate.solid(outline);
}

function lamp(plate: Plate, x: number, foot: number, tall: number) {
  const part = (shape: readonly Point[]) =>
    shape.map(([u, v]): Point => [x + u * tall, foot - v * tall]);
  plate.solid(part(points('-0.014,0.8 0.014,0.8 0.02,0.12 0.045,0 -0.045,0 -0.02,0.12')));
  plate.solid(part(points('-0.07,0.95 0,1.04 0.07,0.95')));
  plate.hair(part(points('-0.06,0.95 -0.035,0.8 0.035,0.8 0.06,0.95')));
}
