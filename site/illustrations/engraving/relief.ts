import { bounds, crossings, type Point, resample } from './curve.ts';

/** A surface above the paper: its height and the slope of its height, in drawing units. */
export interface Relief {
  height(x: number, y: number): number;
  slope(x: number, y: number): Point;
}

/** A soft valley (or, with negative depth, a ridge) pressed into a relief along a line. */
export interface Groove {
  readonly line: readonly Point[];
  readonly depth: number;
  readonly width: number;
}

/**
 * Blows a closed outline up like a cushion: the square root of the solution of Poisson's equation
 * over the outline, which gives half a ball for a circle. `fullness` scales the height.
 */
export function inflate(
  outline: readonly Point[],
  fullness: number,
  grooves: readonly Groove[] = [],
): Relief {
  const box = bounds(outline);
  const [left, top] = [Math.floor(box.left) - 2, Math.floor(box.top) - 2];
  const [columns, rows] = [Math.ceil(box.right) + 3 - left, Math.ceil(box.bottom) + 3 - top];
  const mask = maskOf(outline, columns, rows, left, top);
  const heights = solvePoisson(mask, columns).map((u) => fullness * Math.sqrt(4 * u));
  for (const groove of grooves) press(heights, mask, columns, left, top, groove);
  return sampled(soften(heights, columns), columns, left, top);
}

/** A relief given by a formula for its height. */
export function formula(height: (x: number, y: number) => number): Relief {
  return {
    height,
    slope: (x, y) => [
      height(x + 0.5, y) - height(x - 0.5, y),
      height(x, y + 0.5) - height(x, y - 0.5),
    ],
  };
}

/** 1 for every grid point inside the outline, found row by row between the outline's crossings. */
function maskOf(
  outline: readonly Point[],
  columns: number,
  rows: number,
  left: number,
  top: number,
): Uint8Array {
  const mask = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const cuts = crossings(outline, top + row).map((x) => Math.ceil(x) - left);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      mask.fill(1, row * columns + (cuts[i] ?? 0), row * columns + (cuts[i + 1] ?? 0));
    }
  }
  return mask;
}

function solvePoisson(mask: Uint8Array, columns: number): Float64Array {
  const u = new Float64Array(mask.length);
  const size = Math.sqrt(mask.length);
  const relax = 2 / (1 + Math.PI / size);
  for (let sweep = 0; sweep < size * 1.6; sweep += 1) {
    for (let i = columns; i < mask.length - columns; i += 1) {
      if (!mask[i]) continue;
      const around =
        (u[i - 1] ?? 0) + (u[i + 1] ?? 0) + (u[i - columns] ?? 0) + (u[i + columns] ?? 0);
      u[i] = Math.max(0, (u[i] ?? 0) + relax * ((around + 1) / 4 - (u[i] ?? 0)));
    }
  }
  return u;
}

function press(
  heights: Float64Array,
  mask: Uint8Array,
  columns: number,
  left: number,
  top: number,
  groove: Groove,
) {
  const box = bounds(groove.line);
  const reach = groove.width * 2.5;
  const marks = resample(groove.line, groove.width / 2);
  for (let i = 0; i < heights.length; i += 1) {
    const x = left + (i % columns);
    const y = top + Math.floor(i / columns);
    if (!mask[i] || x < box.left - reach || x > box.right + reach) continue;
    if (y < box.top - reach || y > box.bottom + reach) continue;
    let near = Infinity;
    for (const [px, py] of marks) near = Math.min(near, (px - x) ** 2 + (py - y) ** 2);
    const share = Math.exp(-near / groove.width ** 2);
    heights[i] = (heights[i] ?? 0) - Math.min(groove.depth, (heights[i] ?? 0) * 0.7) * share;
  }
}

function soften(heights: Float64Array, columns: number): Float64Array {
  return heights.map((h, i) => {
    const sides =
      (heights[i - 1] ?? 0) +
      (heights[i + 1] ?? 0) +
      (heights[i - columns] ?? 0) +
      (heights[i + columns] ?? 0);
    return h / 2 + sides / 8;
  });
}

function sampled(heights: Float64Array, columns: number, left: number, top: number): Relief {
  const height = (x: number, y: number) => {
    const [cx, cy] = [Math.floor(x - left), Math.floor(y - top)];
    if (cx < 0 || cx >= columns - 1) return 0;
    const [tx, ty] = [x - left - cx, y - top - cy];
    const i = cy * columns + cx;
    const upper = (heights[i] ?? 0) * (1 - tx) + (heights[i + 1] ?? 0) * tx;
    const lower = (heights[i + columns] ?? 0) * (1 - tx) + (heights[i + columns + 1] ?? 0) * tx;
    return upper * (1 - ty) + lower * ty;
  };
  return {
    height,
    slope: (x, y) => [
      (height(x + 1.5, y) - height(x - 1.5, y)) / 3,
      (height(x, y + 1.5) - height(x, y - 1.5)) / 3,
    ],
  };
}
