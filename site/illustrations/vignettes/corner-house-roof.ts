import { type Point, points, smooth } from '../engraving/curve.ts';
import { area, covering, cutSeen, type Form } from '../engraving/form.ts';
import type { Plate } from '../engraving/plate.ts';
import { formula, inflate } from '../engraving/relief.ts';
import {
  along,
  BAYS,
  CORNER,
  course,
  EAVES,
  EYE,
  metre,
  project,
  RADIUS,
  stone,
} from './corner-house.ts';

/** What the roof covers of the sky. */
export const ROOF = area([...course(EAVES, -0.2), ...course(EAVES + 5.4, -1.8).reverse()]);

/** Cuts the slates and the dormers, where `above` does not hide them. */
export function cutRoof(plate: Plate, above: (x: number, y: number) => boolean) {
  const seen = (x: number, y: number) => !above(x, y);
  const dormers = BAYS.filter(({ s }) => s < 0 || s > CORNER + 4).map(({ s }) => {
    const at = (u: number, y: number) => project(s + u, EAVES + y, -0.2);
    return area([at(-1.1, 0), at(-1.1, 3.6), at(0, 4.5), at(1.1, 3.6), at(1.1, 0)]);
  });
  const windowed = covering(dormers);
  cutSeen(plate, course(EAVES + 5.4, -1.8), () => 1.2, seen);
  let row = 0;
  for (let y = 0.4; y < 5.4; y += 0.5) {
    row += 1;
    const width = (_x: number, _y: number, t: number) => {
      const s = along(t);
      const dark = stone(s, 8) + 0.12;
      return dark < (row % 2 ? 0.2 : 0.3) ? 0 : 0.5 * metre(s) * Math.min(0.66, 0.1 + dark * 0.75);
    };
    cutSeen(
      plate,
      course(EAVES + y, -0.2 - y * 0.3),
      width,
      (x, y2) => seen(x, y2) && !windowed(x, y2),
    );
  }
  for (const { outline } of dormers) {
    cutSeen(plate, smooth([...outline], false, 1).slice(2, -2), () => 0.6, seen);
  }
  for (const { s } of BAYS.filter((bay) => bay.s < 0 || bay.s > CORNER + 4)) {
    const at = (u: number, y: number) => project(s + u, EAVES + y, -0.2);
    plate.solid([at(-0.6, 3.3), at(0.6, 3.3), at(0.6, 1.6), at(-0.6, 1.6)]);
  }
}

/** The dome over the corner with its ring, lantern and flag. */
export function domeForms(): Form[] {
  const scale = EYE.focus / (EYE.away + RADIUS);
  const at = (shape: readonly Point[]) =>
    shape.map(
      ([u, y]): Point => [EYE.x + u * scale, EYE.horizon - (y + EAVES - EYE.height) * scale],
    );
  const profile = points('5,5.6 4.8,7.2 4.2,8.6 3,9.9 1.2,10.8');
  const rib = (share: number) =>
    smooth(
      profile.map(([u, y]): Point => [u * share, y + 0.5 * Math.sqrt(1 - share * share) * (u / 5)]),
      false,
      0.3,
    );
  const shell = at([...rib(-1), ...rib(1).reverse()]);
  const lantern = at(
    points('-1,10.6 -1,12.2 -1.4,12.3 -0.7,13.1 0,13.5 0.7,13.1 1.4,12.3 1,12.2 1,10.6'),
  );
  const ring = at([
    ...smooth(points('-5.5,4.7 -3,5.4 0,5.7 3,5.4 5.5,4.7'), false, 0.3),
    ...smooth(points('5.5,5.4 3,6.1 0,6.4 -3,6.1 -5.5,5.4'), false, 0.3),
  ]);
  const flag = at(points('0,16 1.8,16.3 3.8,15.8 3.8,14.6 1.8,15.1 0,14.8'));
  const level = (x: number, y: number) =>
    y + 5 * Math.sqrt(Math.max(0, 1 - ((x - EYE.x) / 44) ** 2));
  const round = formula((x) => Math.sqrt(Math.max(0, 42 ** 2 - (x - EYE.x) ** 2)));
  return [
    {
      ...area(flag),
      contour: 0.5,
      hatchings: [{ field: (x, y) => x * 0.9 + y * 0.2, spacing: 3, from: 0, gain: 1 }],
      tone: (x) => 0.3 + 0.3 * Math.sin(x * 0.5),
    },
    {
      outline: lantern,
      relief: inflate(lantern, 1),
      hatchings: [{ field: (_x, y) => y, spacing: 2.8, from: 0.2, gain: 1 }],
      seams: [
        {
          line: at(points('0,13.3 0,16.2')),
          width: 1,
        },
      ],
    },
    {
      outline: shell,
      relief: inflate(shell, 1),
      hatchings: [{ field: level, spacing: 3.4, from: 0.16, gain: 0.85 }],
      seams: [-0.72, -0.3, 0.2, 0.62].map((share) => ({ line: at(rib(share)), width: 1.4 })),
    },
    {
      outline: ring,
      relief: round,
      hatchings: [{ field: (x) => x, spacing: 3, from: 0.3, gain: 0.8 }],
    },
  ];
}
