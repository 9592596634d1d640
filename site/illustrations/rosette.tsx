import type { ReactNode } from 'react';
import { guilloche, type Repeated, repeatsOf } from './guilloche.ts';
import { rim } from './record-seal.ts';

interface RosetteProps extends Repeated {
  /** The id of the curve, which its repeats use. It must be unique in the document. */
  id: string;
}

/** One band of line work: a curve and its turned repeats. For use inside an `<svg>`. */
export function Rosette({ id, ...repeated }: RosetteProps): ReactNode {
  return (
    <>
      <path id={id} d={guilloche(repeated.curve)} />
      {repeatsOf(repeated).map((transform) => (
        <use key={transform} href={`#${id}`} transform={transform} />
      ))}
    </>
  );
}

/** The edge and inner circle of a coin of radius 1000. For use inside an `<svg>`. */
export function Rim(): ReactNode {
  return rim.map((circle) => <circle key={circle.r} {...circle} />);
}
