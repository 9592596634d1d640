import type { ReactNode } from 'react';
import { Rim, Rosette } from './rosette.tsx';
import type { Band, SpecimenBands, Tones } from './specimen.ts';

/**
 * The lines of a specimen round 0,0 within a circle of 1000, for use inside an `<svg>` without fill
 * and with lines of about 2.2. Empty within a circle of 260. In the colours of its ground. `id` begins
 * its ids; unique in the document.
 */
export function SpecimenRosette({ id, bands }: { id: string; bands: SpecimenBands }): ReactNode {
  return (
    <>
      <g stroke="var(--pale, gray)">
        <Rosette id={`${id}-ground`} {...bands.ground} />
      </g>
      <g stroke="var(--ink, gray)">
        <Rim />
      </g>
      {(['lace', 'field', 'core'] as const).map((part) => (
        <Pair key={part} id={`${id}-${part}`} band={bands[part]} tones={bands.tones[part]} />
      ))}
    </>
  );
}

/** A band, and its counterpart between its own threads; one that winds or leans, mirrored. */
function Pair({ id, band, tones }: { id: string; band: Band; tones: Tones }): ReactNode {
  return (
    <>
      <g stroke={`var(--${tones[0]}, gray)`}>
        <g id={id}>
          <Rosette id={`${id}-line`} {...band} />
        </g>
      </g>
      <use
        stroke={`var(--${tones[1]}, gray)`}
        href={`#${id}`}
        transform={band.mirrored ? 'scale(-1,1)' : `rotate(${band.step / 2})`}
      />
    </>
  );
}
