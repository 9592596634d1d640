import { type Point, points, smooth } from '../engraving/curve.ts';
import { area, covering, cutSeen, engrave, type Form } from '../engraving/form.ts';
import { type Placing, place } from '../engraving/place.ts';
import { HAIR, makePlate } from '../engraving/plate.ts';
import { inflate } from '../engraving/relief.ts';
import { ruleSky } from '../engraving/sky.ts';
import { wheatEar } from './wheat.ts';

const LOAF: Placing = { x: 240, y: 220, turn: -4, scale: 1 };
const EARS: readonly Placing[] = [
  { x: 96, y: 170, turn: -62, scale: 1.05 },
  { x: 142, y: 142, turn: -37, scale: 1.15 },
  { x: 203, y: 126, turn: -12, scale: 1.2 },
  { x: 270, y: 124, turn: 12, scale: 1.2 },
  { x: 331, y: 137, turn: 37, scale: 1.15 },
  { x: 386, y: 158, turn: 60, scale: 1.05 },
];

/** A scored loaf on a board before ears of wheat, engraved. Gives the SVG text. */
export function bakeryVignette(): string {
  const plate = makePlate(2.5);
  const bread = [...board(), ...loaf()];
  const hiding = covering(bread);
  ruleSky(plate, covering([...bread, ...EARS.flatMap(wheatEar)]));
  engrave(plate, bread);
  for (const placing of EARS) {
    for (const straw of ['-1,0 -2,26 1,60', '1,0 0,26 3,60']) {
      const line = place(placing).page(smooth(points(straw), false));
      cutSeen(
        plate,
        line,
        () => HAIR,
        (x, y) => !hiding(x, y),
      );
    }
  }
  const ear = makePlate(2.5);
  engrave(ear, wheatEar({ x: 0, y: 0, turn: 0, scale: 1 }));
  plate.stamp('wheat-ear', ear, EARS);
  return plate.print();
}

function loaf(): Form[] {
  const { page, own } = place(LOAF);
  const crust = page(
    smooth(
      points(
        '-176,22 -170,0 -150,-24 -118,-46 -92,-55 -66,-62 -44,-60 -10,-68 16,-71 42,-64 70,-65 98,-60 122,-45 150,-24 170,4 173,26 160,44 122,58 60,66 -10,67 -80,65 -136,55 -166,40',
      ),
      true,
    ),
  );
  return [
    {
      outline: crust,
      relief: inflate(crust, 0.85),
      hatchings: [
        {
          field: (x, y) => {
            const [u, v] = own(x, y);
            const round = Math.sqrt(Math.max(0.2, 1 - ((v - 8) / 80) ** 2));
            return (u * (1 + 0.4 * (u / 176) ** 4)) / round + 0.0034 * (v + 10) ** 2;
          },
          spacing: 4.5,
          from: 0.1,
          gain: 0.84,
        },
        {
          field: (x, y) => {
            const [u, v] = own(x, y);
            return v * (1 + 0.5 * (u / 176) ** 2);
          },
          spacing: 4.4,
          from: 0.66,
          gain: 0,
          crossing: true,
        },
      ],
      tone: (_x, _y, dark) => dark * 1.05 + 0.05,
    },
    ...[-104, -35, 35, 102].flatMap((u) => score(page, own, u)),
  ];
}

/** One slash of the blade: the torn crumb, and the ear of crust that lifts along its left side. */
function score(page: Page, own: Own, u: number): Form[] {
  const drop = (u / 108) ** 2 * 5;
  const small = 1 - (u / 108) ** 2 * 0.14;
  const at = (line: readonly Point[]) =>
    page(line.map(([x, y]) => [x * small + u, y * small + drop]));
  const left = smooth(points('40,-66 16,-54 -8,-34 -26,-10 -34,12 -33,23'), false);
  const right = smooth(points('40,-66 43,-56 33,-32 15,-8 -8,12 -33,23'), false);
  const ear = smooth(points('40,-66 10,-63 -20,-42 -38,-14 -42,10 -33,23'), false);
  const across = (x: number, y: number) => {
    const [px, py] = own(x, y);
    const row = (py - drop) / small;
    const [from, to] = [crossing(left, row), crossing(right, row)];
    return ((px - u) / small - from) / Math.max(2, to - from);
  };
  const crumb = at([...left, ...right.toReversed()]);
  const lip = at([...left, ...ear.toReversed()]);
  return [
    {
      ...area(crumb),
      hatchings: [{ field: (x, y) => across(x, y) * 24 + 2, spacing: 4, from: 0.06, gain: 0.8 }],
      tone: (x, y) => {
        const share = across(x, y);
        return Math.max(0.9 - share * 2.2, 0.12 + 0.1 * Math.sin(y * 0.35 + share * 9));
      },
      contour: 0.7,
    },
    {
      outline: lip,
      relief: inflate(lip, 1.2),
      hatchings: [{ field: (x, y) => y + 0.35 * x, spacing: 3.6, from: 0.26, gain: 0.75 }],
      seams: [{ line: at(left), width: 3.4 }],
      contour: 0.5,
    },
  ];
}

type Page = (points: readonly Point[]) => Point[];
type Own = (x: number, y: number) => Point;

/** Where a falling line passes the height `y`. */
function crossing(line: readonly Point[], y: number): number {
  const i = Math.max(
    1,
    line.findIndex((point) => point[1] >= y),
  );
  const [a, b] = [line[i - 1] ?? [0, 0], line[i] ?? [0, 0]];
  return a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1] || 1);
}

/** The board in flat perspective, with the shadow of the loaf on it. */
function board(): Form[] {
  const top = points('84,256 396,256 440,298 40,298');
  const front = points('40,298 440,298 436,311 44,311');
  return [
    {
      ...area(top),
      contour: 1,
      hatchings: [{ field: (_x, y) => y, spacing: 4.2, from: 0.1, gain: 0.9 }],
      tone: (x, y) => {
        const away = Math.hypot((x - 266) / 176, (y - 276) / 17);
        return Math.max(0.12, 1.75 - away * 1.35);
      },
    },
    {
      ...area(front),
      contour: 1,
      hatchings: [{ field: (_x, y) => y, spacing: 3.2, from: 0, gain: 1 }],
      tone: (x) => 0.35 + (x - 60) / 900,
    },
  ];
}
