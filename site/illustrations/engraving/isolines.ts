import type { Point } from './curve.ts';

type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Traces the lines along which a field passes each whole number, by marching squares.
 * Gives polylines, ordered by level; `cell` is the side of a square in drawing units.
 */
export function isolines(field: (x: number, y: number) => number, box: Box, cell: number) {
  const columns = Math.ceil((box.right - box.left) / cell) + 1;
  const rows = Math.ceil((box.bottom - box.top) / cell) + 1;
  const values = new Float64Array(columns * rows);
  for (let i = 0; i < values.length; i += 1) {
    values[i] = field(box.left + (i % columns) * cell, box.top + Math.floor(i / columns) * cell);
  }
  const lines: Point[][] = [];
  const [low, high] = values.reduce(
    ([a, b], v) => [Math.min(a, v), Math.max(b, v)],
    [Infinity, -Infinity],
  );
  for (let level = Math.ceil(low); level <= high; level += 1) {
    for (const chain of chains(values, columns, rows, level + 1e-7)) {
      lines.push(
        chain.map((edge) => {
          const i = edge >> 1;
          const next = edge & 1 ? i + columns : i + 1;
          const t = (level - (values[i] ?? 0)) / ((values[next] ?? 0) - (values[i] ?? 0));
          return [
            box.left + ((i % columns) + (edge & 1 ? 0 : t)) * cell,
            box.top + (Math.floor(i / columns) + (edge & 1 ? t : 0)) * cell,
          ];
        }),
      );
    }
  }
  return lines;
}

/** Chains of crossed grid edges; an edge is twice the index of its first corner, plus one if upright. */
function chains(values: Float64Array, columns: number, rows: number, level: number): number[][] {
  const links = new Map<number, number[]>();
  const join = (from: number, to: number) => {
    const known = links.get(from);
    if (known) known.push(to);
    else links.set(from, [to]);
  };
  const link = (a: number, b: number) => {
    join(a, b);
    join(b, a);
  };
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const i = row * columns + column;
      const a = (values[i] ?? 0) > level;
      const b = (values[i + 1] ?? 0) > level;
      const c = (values[i + columns + 1] ?? 0) > level;
      const d = (values[i + columns] ?? 0) > level;
      if (a === b && b === c && c === d) continue;
      const crossed: number[] = [];
      if (a !== b) crossed.push(2 * i);
      if (b !== c) crossed.push(2 * (i + 1) + 1);
      if (c !== d) crossed.push(2 * (i + columns));
      if (d !== a) crossed.push(2 * i + 1);
      const [p, q, r, s] = crossed;
      if (p !== undefined && q !== undefined) link(p, q);
      if (r !== undefined && s !== undefined) link(r, s);
    }
  }
  const ends = [...links.keys()].filter((edge) => links.get(edge)?.length === 1);
  const found: number[][] = [];
  for (const start of [...ends, ...links.keys()]) {
    if (!links.has(start)) continue;
    const chain: number[] = [];
    for (let edge: number | undefined = start; edge !== undefined; ) {
      chain.push(edge);
      const onward: number[] = links.get(edge) ?? [];
      links.delete(edge);
      edge = onward.find((other) => links.has(other));
    }
    if (chain.length > 2) found.push(chain);
  }
  return found;
}
