import type { ReactNode } from 'react';
import { Rim, Rosette } from './rosette.tsx';
import type { Band, SpecimenBands } from './specimen.ts';

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
  const { ground, lace, field, core, tones } = bands;
  return (
    <>
      <g className="specimen-pale">
        <Rosette id={`${id}-ground`} {...ground} />
      </g>
      <g className="specimen-ink">
        <Rim />
      </g>
      <Pair id={`${id}-lace`} band={lace} tones={tones.lace} />
      <Pair id={`${id}-field`} band={field} tones={tones.field} />
      <Pair id={`${id}-core`} band={core} tones={tones.core} />
    </>
  );
}

interface PairProps {
  id: string;
  band: Band;
  tones: readonly [string, string];
}

/** A band, and its counterpart between its own threads; one that winds or leans, mirrored. */
function Pair({ id, band, tones }: PairProps): ReactNode {
  const halfStep = `rotate(${band.step / 2})`;
  return (
    <>
      <g className={`specimen-${tones[0]}`}>
        <g id={id}>
          <Rosette id={`${id}-line`} {...band} />
        </g>
      </g>
      <use
        className={`specimen-${tones[1]}`}
        href={`#${id}`}
        transform={band.mirrored ? 'scale(-1,1)' : halfStep}
      />
    </>
  );
}
