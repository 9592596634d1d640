import type { Copy } from '../copy.ts';
import { guilloche } from './guilloche.ts';
import { type Draw, specimenLines } from './specimen.ts';

/** The circles at the edge and round the core of a coin of radius 1000, from the outermost. */
export const rim = [
  { r: 975, strokeWidth: 26, strokeDasharray: '3.7 6.51' },
  { r: 996, strokeWidth: 6 },
  { r: 955, strokeWidth: 5 },
  { r: 944, strokeWidth: 9, strokeLinecap: 'round', strokeDasharray: '0 16.476' },
  { r: 250, strokeWidth: 5 },
] as const;

/** The two strands of the brand's mark, half a petal apart. */
export const plait = [0, Math.PI]
  .map((phase) => guilloche({ radius: 730, waves: [{ count: 6, reach: 165, phase }], beziers: 3 }))
  .join('');

/** The seal of a record, drawn from its serial, for an `<svg>` without fill and with lines about 2.4 wide. */
export function recordLines<Shape>(serial: string, draw: Draw<Shape>): Shape[] {
  const core = [
    draw('path', { d: plait, fill: 'none', stroke: 'currentColor', strokeWidth: 150 }),
    draw('circle', { r: 330 }),
  ];
  return [
    draw('g', { stroke: 'var(--ink, gray)' }, ...rim.map((circle) => draw('circle', circle))),
    ...specimenLines('record', serial, draw),
    draw('g', { transform: 'scale(.2)', fill: 'currentColor' }, ...core),
  ];
}

/** The words of the sample record with this figure, from which its serial is made. */
export function recordWith({ rows, figure: row }: Copy['alteredFigure'], figure: string): string[] {
  return [...rows.flatMap(({ name, value }) => [name, value]), row.name, figure];
}
