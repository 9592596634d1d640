import { bounds, distance, inside, type Point, resample } from './curve.ts';
import { isolines } from './isolines.ts';
import { HAIR, type Plate } from './plate.ts';
import { formula, type Relief } from './relief.ts';

/** Where the light comes from: left, above, and before the paper. */
const LIGHT = unit([-0.52, -0.62, 0.59]);

/** A family of cuts over a form: the isolines of `field`, which counts in drawing units. */
export interface Hatching {
  readonly field: (x: number, y: number, height: number) => number;
  readonly spacing: number;
  /** The darkness (0 to 1) below which this family breaks off, and how fast it swells above it. */
  readonly from: number;
  readonly gain: number;
  /** Cut as even hairlines: the second, crossing family in the deepest shadow. */
  readonly crossing?: true;
}

/** One body of the picture: what it covers, its surface, and how it is hatched. */
export interface Form {
  readonly outline: readonly Point[];
  readonly relief: Relief;
  readonly hatchings: readonly Hatching[];
  /** Changes the darkness that the light gives: for local colour, shine and shadow. */
  readonly tone?: (x: number, y: number, darkness: number) => number;
  /** The weight of the contour, 1 unless told; 0 draws none. */
  readonly contour?: number;
  /** Lines drawn on the form (seams, folds), each as thick in the middle as `width`. */
  readonly seams?: readonly { line: readonly Point[]; width: number }[];
}

/** Something that hides what is behind it and is drawn by hand, or flat. */
export function area(outline: readonly Point[]): Form {
  return { outline, relief: formula(() => 0), hatchings: [], contour: 0 };
}

type Cover = (x: number, y: number) => boolean;

/** Engraves the forms in order from back to front: later forms hide earlier ones and shade them. */
export function engrave(plate: Plate, forms: readonly Form[]) {
  forms.forEach((form, i) => {
    const above = covering(forms.slice(i + 1));
    const seen: Cover = (x, y) => !above(x, y);
    for (const hatching of form.hatchings) hatch(plate, form, hatching, above);
    for (const seam of form.seams ?? []) {
      const swell = (_x: number, _y: number, t: number) =>
        seam.width * Math.sin(Math.PI * (0.03 + t * 0.94)) ** 0.6;
      cutSeen(plate, resample(seam.line, 2), swell, seen);
    }
    if (form.contour !== 0) contour(plate, form, seen);
  });
}

/** A test whether any of the forms covers a point. */
export function covering(forms: readonly Form[]): Cover {
  const covers = forms.map(({ outline }) => ({ outline, box: bounds(outline) }));
  return (x, y) =>
    covers.some(
      ({ outline, box }) =>
        x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && inside(outline, x, y),
    );
}

function hatch(plate: Plate, form: Form, hatching: Hatching, above: Cover) {
  const { relief } = form;
  const field = (x: number, y: number) =>
    hatching.field(x, y, relief.height(x, y)) / hatching.spacing;
  const own: Cover = (x, y) => inside(form.outline, x, y) && !nearCovered(above, x, y);
  const width = (x: number, y: number) => {
    const dark = darkness(form, above, x, y);
    if (dark < hatching.from) return 0;
    if (hatching.crossing) return HAIR;
    const steep = Math.hypot(field(x + 1, y) - field(x - 1, y), field(x, y + 1) - field(x, y - 1));
    const share = 0.1 + (dark - hatching.from) * hatching.gain;
    return Math.min(2 / steep, hatching.spacing * 1.1) * Math.min(0.72, share);
  };
  for (const traced of isolines(field, bounds(form.outline), 2)) {
    cutSeen(plate, calm(resample(traced, 2)), width, own, hatching.crossing ? 5 : 3);
  }
}

/** How dark the form is there, 0 to 1: its turn from the light, less what the ground throws back, plus shadows. */
function darkness(form: Form, above: Cover, x: number, y: number): number {
  const [sx, sy] = form.relief.slope(x, y);
  const normal = unit([-sx, -sy, 1]);
  const lit = normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2];
  const reflected = Math.max(0, -(normal[0] * LIGHT[0] + normal[1] * LIGHT[1]) - 0.72) * 0.9;
  let dark = 0.78 - 0.78 * Math.max(lit, -0.1) - reflected;
  for (const reach of [3, 7, 11, 15]) {
    if (above(x - reach * 0.75, y - reach * 0.85)) dark += 0.11;
  }
  return form.tone ? form.tone(x, y, dark) : dark;
}

/**
 * Cuts those stretches of a line that are seen. A width of 0 is where the light breaks a line off,
 * and it ends in a point; a negative one is where something hides it, and it ends bluntly. A stretch of
 * `least` points or fewer is left out.
 */
export function cutSeen(
  plate: Plate,
  line: readonly Point[],
  width: (x: number, y: number, t: number) => number,
  seen: (x: number, y: number) => boolean,
  least = 2,
) {
  let run: Point[] = [];
  let widths: number[] = [];
  let before = -1;
  const finish = () => {
    if (run.length > least) plate.swell(run, even(widths));
    run = [];
    widths = [];
  };
  line.forEach((point, i) => {
    const [x, y] = point;
    const w = seen(x, y) ? width(x, y, i / (line.length - 1)) : -1;
    if (w > 0) {
      run.push(point);
      widths.push(before === 0 ? 0 : w);
    } else {
      if (w === 0 && widths.length) widths[widths.length - 1] = 0;
      finish();
    }
    before = w;
  });
  finish();
}

function contour(plate: Plate, form: Form, seen: (x: number, y: number) => boolean) {
  const line = resample([...form.outline, form.outline[0] ?? [0, 0]], 2);
  const weight = form.contour ?? 1;
  const width = (_x: number, _y: number, t: number) => {
    const i = Math.round(t * (line.length - 1));
    const a = line[Math.max(0, i - 1)] ?? [0, 0];
    const b = line[Math.min(line.length - 1, i + 1)] ?? [0, 0];
    const length = distance(a, b) || 1;
    const facing = ((b[1] - a[1]) * LIGHT[0] - (b[0] - a[0]) * LIGHT[1]) / length;
    return weight * (0.6 + 1.1 * Math.max(0, -facing * turning(form.outline)));
  };
  cutSeen(plate, line, width, seen);
}

/** 1 for an outline that runs clockwise on the page, -1 for the other way. */
function turning(outline: readonly Point[]): number {
  let area = 0;
  outline.forEach(([x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length] ?? [x, y];
    area += x * ny - nx * y;
  });
  return Math.sign(area);
}

/** Keeps a fine light margin beside what lies above, as engravers do. */
function nearCovered(above: Cover, x: number, y: number): boolean {
  return [-1.4, 1.4].some((d) => above(x + d, y) || above(x, y + d));
}

function calm(line: readonly Point[], passes = 3): Point[] {
  if (passes > 1) return calm(calm(line, passes - 1), 1);
  return line.map((point, i) => {
    const before = line[i - 1];
    const after = line[i + 1];
    if (!before || !after) return point;
    return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
  });
}

function even(widths: readonly number[], passes = 4): number[] {
  if (passes > 1) return even(even(widths, passes - 1), 1);
  return widths.map((w, i) => ((widths[i - 1] ?? w) + w + (widths[i + 1] ?? w)) / 3);
}

function unit(v: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}
