const number = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?';
const separator = '[\\s,]*';
const relativeStart = new RegExp(
  `^\\s*m\\s*(${number})${separator}(${number})${separator}(?=([-+.\\d])?)`,
  'i',
);

/**
 * The data of a path so that it may follow that of another: a first `m` counts from 0,0 as `M` does,
 * and the pairs after it are lines, counted from there (SVG 2, 9.3.3). Throws where it begins otherwise.
 */
export function standalone(d: string): string {
  const [start, x, y, more] = relativeStart.exec(d) ?? [];
  if (start === undefined) throw new Error(`No path begins with '${d}'`);
  if (!start.trimStart().startsWith('m')) return d;
  return `M${x} ${y}${more === undefined ? '' : 'l'}${d.slice(start.length)}`;
}
