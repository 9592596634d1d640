import type { ReactNode } from 'react';
import { type Curve, guilloche } from './guilloche.ts';

interface RosetteProps {
  /** Begins every id inside; unique on the page. */
  id: string;
  curve: Curve;
  /** How often the curve is drawn. Numbers of many small factors (24, 32, 60) cost the fewest bytes. */
  copies: number;
  /** Degrees from one copy to the next. The copies share one petal evenly when left out. */
  step?: number;
  /** The size of each copy against the last one, for bands that wind inwards. */
  shrink?: number;
}

/** One band of line work: a curve drawn once and repeated by turning. For use inside an `<svg>`. */
export function Rosette({ id, curve, copies, step, shrink = 1 }: RosetteProps): ReactNode {
  const turn = step ?? 360 / ((curve.waves[0]?.count ?? 1) * copies);
  return (
    <Repeated id={id} copies={copies} place={(copy) => turned(copy * turn, shrink ** copy)}>
      {(source) => <path id={source} d={guilloche(curve)} />}
    </Repeated>
  );
}

interface RepeatedProps {
  id: string;
  copies: number;
  /** The transform of the nth copy. Two in a row must give the transform of their sum. */
  place(copy: number): string;
  /** The drawing, with the id that its copies are made from. */
  children(source: string): ReactNode;
}

/**
 * A drawing repeated by copies of copies, so that 36 cost six `<use>`, not 35. The drawing itself has
 * the first id, without a group round it: a browser styles every copy of every element.
 */
export function Repeated({ id, copies, place, children }: RepeatedProps): ReactNode {
  let drawing = children(`${id}0`);
  let drawn = 1;
  for (const [depth, factor] of factors(copies).entries()) {
    const source = `${id}${depth}`;
    const places = Array.from({ length: factor - 1 }, (_, copy) => place((copy + 1) * drawn));
    drawing = (
      <>
        {depth === 0 ? drawing : <g id={source}>{drawing}</g>}
        {places.map((transform) => (
          <use key={transform} href={`#${source}`} transform={transform} />
        ))}
      </>
    );
    drawn *= factor;
  }
  return drawing;
}

/** An SVG transform that turns round 0,0 by degrees clockwise and then scales. */
function turned(degrees: number, scale: number): string {
  const rotate = `rotate(${short(degrees)})`;
  return scale === 1 ? rotate : `${rotate}scale(${short(scale)})`;
}

function short(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** The prime factors, smallest first. */
function factors(count: number): number[] {
  for (let factor = 2; factor <= count; factor++) {
    if (count % factor === 0) return [factor, ...factors(count / factor)];
  }
  return [];
}
