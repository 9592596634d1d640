import type { ReactNode } from 'react';
import { guilloche, type Repeated, repeatsOf } from './guilloche.ts';

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
