import { area, covering, cutSeen, engrave } from '../engraving/form.ts';
import { makePlate, type Plate } from '../engraving/plate.ts';
import { ruleSky } from '../engraving/sky.ts';
import {
  along,
  BAYS,
  CORNER,
  course,
  EAVES,
  FLOORS,
  inBay,
  metre,
  project,
  stone,
  WALL,
} from './corner-house.ts';
import { cutRoof, domeForms, ROOF } from './corner-house-roof.ts';
import { cutStreet } from './corner-house-street.ts';

/** A corner house in perspective with its street, engraved. Gives the SVG text. */
export function realEstateVignette(): string {
  const plate = makePlate(3);
  const dome = domeForms();
  const front = area([...course(EAVES + 1.1, 1.1), ...course(0).reverse()]);
  ruleSky(plate, covering([...dome, front, ROOF]), 312);
  engrave(plate, [...dome, front]);
  cutRoof(plate, covering([...dome, front]));
  cutWall(plate);
  cutWindows(plate);
  cutArcade(plate);
  cutStreet(plate);
  return plate.print();
}

const EVERYWHERE = () => true;

/** Cuts the courses of stone, broken at the windows, then the mouldings and the brackets of the cornice. */
function cutWall(plate: Plate) {
  const step = 0.36;
  const bands = FLOORS.map((y) => y - 0.5);
  let row = 0;
  for (let y = 0.25; y < EAVES - 0.3; y += step) {
    row += 1;
    if (bands.some((band) => Math.abs(band - y) < step * 0.5)) continue;
    const least = row % 2 ? 0.22 : 0.3;
    const width = (_x: number, _y: number, t: number) => {
      const s = along(t);
      const dark = stone(s, y);
      if (dark < least) return 0;
      if (inBay(s, y)) return -1;
      return step * metre(s) * Math.min(0.6, 0.14 + (dark - least) * 1.35);
    };
    cutSeen(plate, course(y), width, EVERYWHERE);
  }
  for (const [y, out, weight] of [
    [EAVES + 1.1, 1.1, 1.4],
    [EAVES + 0.75, 1.1, 0.5],
    [EAVES + 0.1, 0.5, 0.5],
    [EAVES - 0.4, 0.2, 2],
    ...bands.map((band): [number, number, number] => [band - 0.2, 0.15, 0.5]),
    [4.6, 0.3, 1.2],
    [0, 0.2, 1.2],
  ] as const) {
    cutSeen(plate, course(y, out), () => weight, EVERYWHERE);
  }
  for (const [s, out] of [
    [WALL.from, 0],
    [0, 0.1],
    [-0.7, 0.1],
    [WALL.to, 0],
  ] as const) {
    plate.hair([project(s, 0, out), project(s, EAVES, out)]);
  }
  for (let s = WALL.from; s < WALL.to; s += 0.9) {
    const corner = (along: number, y: number, out: number) => project(s + along, y, out);
    plate.solid([
      corner(0, EAVES + 0.5, 1),
      corner(0.28, EAVES + 0.5, 1),
      corner(0.28, EAVES + 0.15, 0.4),
      corner(0, EAVES + 0.15, 0.4),
    ]);
  }
}

/** The lower and upper edge of each pane, as shares of the window's height. */
const PANES = [
  [0.64, 1],
  [0, 0.56],
] as const;
const WHOLE = [[0, 1]] as const;

function cutWindows(plate: Plate) {
  for (const [floor, y] of FLOORS.entries()) {
    const tall = floor === 4 ? 1.8 : 2.15;
    for (const { s, wide, panes } of BAYS) {
      const part = (wide - 0.2 * (panes - 1)) / panes;
      for (let pane = 0; pane < panes; pane += 1) {
        const from = s - wide / 2 + pane * (part + 0.2);
        const at = (x: number, up: number) => project(from + x, y + up);
        for (const [low, high] of panes > 1 ? PANES : WHOLE) {
          const [foot, head] = [low * tall, high * tall];
          plate.solid([at(0, head), at(part, head), at(part, foot), at(0, foot)]);
        }
      }
      if (s > CORNER / 2) continue;
      plate.hair([project(s - wide * 0.75, y - 0.2, 0.2), project(s + wide * 0.75, y - 0.2, 0.2)]);
      // Three points become one curve: a segmental head over every other floor, a level one between.
      const hood = floor % 2 ? 0 : 0.4;
      plate.hair([
        project(s - wide * 0.75, y + tall + 0.2, 0.2),
        project(s, y + tall + 0.2 + hood, 0.2),
        project(s + wide * 0.75, y + tall + 0.2, 0.2),
      ]);
    }
  }
}

/** The round-headed openings on the street: a fanlight above, doors or panes below. */
function cutArcade(plate: Plate) {
  for (const { s, wide, panes } of BAYS) {
    const half = wide * 0.66;
    const head = [-1, -0.75, -0.3, 0.3, 0.75, 1].map((u) =>
      project(s + u * half, 2.75 + 1.05 * Math.sqrt(1 - u * u)),
    );
    plate.solid(head);
    const part = (half * 2 - 0.2 * (panes - 1)) / panes;
    for (let pane = 0; pane < panes; pane += 1) {
      const from = s - half + pane * (part + 0.2);
      plate.solid([
        project(from, 2.5),
        project(from + part, 2.5),
        project(from + part, 0.1),
        project(from, 0.1),
      ]);
    }
  }
}
