import { colours } from '../../../content/colours.ts';
import { distance, type Point } from './curve.ts';
import { fitCurves, type Segment } from './fit.ts';
import type { Placing } from './place.ts';

/** The drawing's own size, the same for all; scenes are drawn in these units. */
const [WIDTH, HEIGHT] = [480, 360];

/** The thinnest line of the ink plate, in drawing units. */
export const HAIR = 0.5;

const { ink: INK, tint: TINT } = colours.light;

/** A printing plate: collects cuts and gives the finished SVG. */
export interface Plate {
  /** Cuts a line that swells: `widths` are its thickness at each point, in drawing units. */
  swell(line: readonly Point[], widths: readonly number[]): void;
  /** Cuts an even hairline. */
  hair(line: readonly Point[]): void;
  /** Fills a closed outline of straight sides with ink. */
  solid(outline: readonly Point[]): void;
  /** Cuts an even line of the second ink, `weight` 0 (finest) to 2. */
  tint(line: readonly Point[], weight: 0 | 1 | 2): void;
  /** Prints another plate's ink again at each placing; the light does not turn with it. */
  stamp(id: string, part: Plate, placings: readonly Placing[]): void;
  /** The ink alone, without the frame of a file. */
  ink(): string;
  /** The SVG text: transparent ground, no style attributes, whole numbers, relative commands. */
  print(): string;
}

/**
 * A plate for one drawing. `fineness` is how many whole steps a unit is cut into: more is truer, and
 * costs bytes.
 */
export function makePlate(fineness: number): Plate {
  const swells: string[] = [];
  const hairs: string[] = [];
  const stamps: string[] = [];
  const tints: string[][] = [[], [], []];
  const pens = {
    swells: pen(fineness),
    hairs: pen(fineness),
    tints: [pen(fineness), pen(fineness), pen(fineness)],
  };
  const plate: Plate = {
    hair(line) {
      hairs.push(pens.hairs(line[0] ?? [0, 0], fitCurves(line, 0.33), false));
    },
    swell(line, widths) {
      if (Math.max(...widths) < HAIR * 1.35) return plate.hair(line);
      const { left, right } = sides(line, widths);
      const [end, across]: [Point, Point] = [left.at(-1) ?? [0, 0], right.at(-1) ?? [0, 0]];
      const bridge: Segment[] = distance(end, across) < 0.5 ? [] : [[across]];
      const back = fitCurves(right.reverse(), 0.33);
      const segments = [...fitCurves(left, 0.33), ...bridge, ...back];
      swells.push(pens.swells(left[0] ?? [0, 0], segments, true));
    },
    solid(outline) {
      const [start, ...rest] = outline;
      swells.push(
        pens.swells(
          start ?? [0, 0],
          rest.map((point): Segment => [point]),
          true,
        ),
      );
    },
    tint(line, weight) {
      const segments = line.slice(1).map((point): Segment => [point]);
      tints[weight]?.push(pens.tints[weight]?.(line[0] ?? [0, 0], segments, false) ?? '');
    },
    stamp(id, part, placings) {
      const uses = placings.map(({ x, y, turn, scale }) => {
        const move = `translate(${Math.round(x * fineness)} ${Math.round(y * fineness)})`;
        return `<use href="#${id}" transform="${move}rotate(${turn})scale(${scale})"/>`;
      });
      stamps.push(`<defs><g id="${id}">${part.ink()}</g></defs>${uses.join('')}`);
    },
    ink: () => path(hairs, 'fill="none"') + path(swells, `fill="${INK}"`) + stamps.join(''),
    print() {
      const weights = [0.4, 0.5, 0.6];
      const tinted = tints
        .map((lines, i) => path(lines, `stroke-width="${round((weights[i] ?? 0) * fineness)}"`))
        .join('');
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * fineness} ${HEIGHT * fineness}">` +
        `<g fill="none" stroke="${TINT}">${tinted}</g>` +
        `<g stroke="${INK}" stroke-width="${round(HAIR * fineness)}" stroke-linejoin="round">` +
        `${plate.ink()}</g></svg>`
      );
    },
  };
  return plate;
}

function round(value: number) {
  return Math.round(value * 100) / 100;
}

function path(lines: readonly string[], attributes: string) {
  return lines.length ? `<path ${attributes} d="${lines.join('')}"/>` : '';
}

/** The two sides of a swelling line; the hairline that is stroked around every shape is taken off. */
function sides(line: readonly Point[], widths: readonly number[]) {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach((point, i) => {
    const before = line[Math.max(0, i - 1)] ?? point;
    const after = line[Math.min(line.length - 1, i + 1)] ?? point;
    const length = distance(before, after) || 1;
    const half = Math.max(0, ((widths[i] ?? 0) - HAIR) / 2 / length);
    const [nx, ny] = [(after[1] - before[1]) * half, (before[0] - after[0]) * half];
    left.push([point[0] + nx, point[1] + ny]);
    right.push([point[0] - nx, point[1] - ny]);
  });
  return { left, right };
}

/** Writes sub-paths one after another, each begun relative to the one before it. */
function pen(fineness: number) {
  let [x, y] = [0, 0];
  return (start: Point, segments: readonly Segment[], closed: boolean): string => {
    let letter = 'm';
    const [sx, sy] = [Math.round(start[0] * fineness), Math.round(start[1] * fineness)];
    let text = `m${numbers([sx - x, sy - y])}`;
    [x, y] = [sx, sy];
    for (const segment of segments) {
      const grid = segment.map(
        ([px, py]): Point => [Math.round(px * fineness) - x, Math.round(py * fineness) - y],
      );
      if (grid.every(([dx, dy]) => dx === 0 && dy === 0)) continue;
      const [dx, dy] = grid.at(-1) ?? [0, 0];
      const flat = grid.length === 1 && (dx === 0 || dy === 0);
      const command = flat ? (dy === 0 ? 'h' : 'v') : (' lqc'[grid.length] ?? 'l');
      const words = numbers(flat ? [dx || dy] : grid.flat());
      const joined = command === letter || (command === 'l' && letter === 'm');
      text += joined && !words.startsWith('-') ? ` ${words}` : `${joined ? '' : command}${words}`;
      letter = command;
      [x, y] = [x + dx, y + dy];
    }
    if (closed) [x, y] = [sx, sy];
    return closed ? `${text}z` : text;
  };
}

function numbers(values: readonly number[]) {
  return values.map((v, i) => (i && v >= 0 ? ` ${v}` : `${v}`)).join('');
}
