import type { ReactNode } from 'react';
import { type Curve, guilloche } from './guilloche.ts';

export interface RosetteProps {
  /** The id of the curve, which its repeats refer to; unique in the document. */
  id: string;
  curve: Curve;
  /** How often the curve is drawn. */
  repeats: number;
  /** Degrees from one repeat to the next. By default the repeats share one petal evenly. */
  step?: number;
  /** The size of each repeat against the last one, for bands that wind inwards. */
  shrink?: number;
}

/** One band of line work: a curve drawn once and repeated by turning. For use inside an `<svg>`. */
export function Rosette({ id, curve, repeats, step, shrink = 1 }: RosetteProps): ReactNode {
  const turn = step ?? 360 / ((curve.waves[0]?.count ?? 1) * repeats);
  const transforms = Array.from({ length: repeats - 1 }, (_, index) => {
    const scale = shrink === 1 ? '' : `scale(${short(shrink ** (index + 1))})`;
    return `rotate(${short((index + 1) * turn)})${scale}`;
  });
  return (
    <>
      <path id={id} d={guilloche(curve)} />
      {transforms.map((transform) => (
        <use key={transform} href={`#${id}`} transform={transform} />
      ))}
    </>
  );
}

/** The edge of a coin of radius 1000, and the circle round its middle. For use inside an `<svg>`. */
export function Rim(): ReactNode {
  return (
    <>
      <circle r="975" strokeWidth="26" strokeDasharray="3.7 6.51" />
      <circle r="996" strokeWidth="6" />
      <circle r="955" strokeWidth="5" />
      <circle r="944" strokeWidth="9" strokeLinecap="round" strokeDasharray="0 16.476" />
      <circle r="250" strokeWidth="5" />
    </>
  );
}

function short(value: number): string {
  return String(Number(value.toFixed(4)));
}
