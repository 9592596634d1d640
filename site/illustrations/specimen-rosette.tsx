import type { ReactNode } from 'react';
import { Rosette } from './rosette.tsx';
import type { SpecimenBands } from './specimen.ts';

interface SpecimenRosetteProps {
  /** The beginning of its ids; unique in the document. */
  id: string;
  bands: SpecimenBands;
}

/**
 * The lines of a specimen round 0,0 within a circle of 1000, for use inside an `<svg>` without fill
 * and with lines of about 2.2. Empty within a circle of 260. Classes give the colours.
 */
export function SpecimenRosette({ id, bands }: SpecimenRosetteProps): ReactNode {
  const { ground, lace, field, core } = bands;
  return (
    <>
      <g className="specimen-pale">
        <Rosette id={`${id}-ground-line`} {...ground} />
      </g>
      <g className="specimen-ink">
        <circle r="996" strokeWidth="6" />
        <circle r="975" strokeWidth="26" strokeDasharray="3.7 6.51" />
        <circle r="955" strokeWidth="5" />
        <circle r="944" strokeWidth="9" strokeLinecap="round" strokeDasharray="0 16.476" />
        <g id={`${id}-lace`}>
          <Rosette id={`${id}-lace-line`} {...lace} />
        </g>
        <g id={`${id}-field`}>
          <Rosette id={`${id}-field-line`} {...field} />
        </g>
        <circle r="250" strokeWidth="5" />
      </g>
      <g className="specimen-tint">
        <use href={`#${id}-lace`} transform={`rotate(${180 / lace.copies})`} />
        <use href={`#${id}-field`} transform="scale(-1,1)" />
      </g>
      <g className="specimen-accent">
        <g id={`${id}-core`}>
          <Rosette id={`${id}-core-line`} {...core} />
        </g>
        <use href={`#${id}-core`} transform={`rotate(${180 / core.copies})`} />
      </g>
    </>
  );
}
