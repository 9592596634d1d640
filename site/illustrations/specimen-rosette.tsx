import type { ReactNode } from 'react';
import { Rim, Rosette } from './rosette.tsx';
import type { SpecimenBands } from './specimen.ts';

/**
 * The lines of a specimen round 0,0 within a circle of 1000, for use inside an `<svg>` without fill
 * and with lines of about 2.2. The circle of 260 is empty. The colours suit its ground. `id` begins
 * its ids; unique in the document.
 */
export function SpecimenRosette({ id, bands }: { id: string; bands: SpecimenBands }): ReactNode {
  return (
    <>
      {Object.entries(bands).map(([part, { tones, mirrored, ...band }]) => (
        <g key={part}>
          <g stroke={`var(--${tones[0]}, gray)`}>
            <g id={`${id}-${part}`}>
              <Rosette id={`${id}-${part}-line`} {...band} />
            </g>
          </g>
          {tones[1] && (
            <use
              stroke={`var(--${tones[1]}, gray)`}
              href={`#${id}-${part}`}
              // A band that winds or leans, mirrored; another between its own threads.
              transform={mirrored ? 'scale(-1,1)' : `rotate(${band.step / 2})`}
            />
          )}
          {part === 'ground' && (
            <g stroke="var(--ink, gray)">
              <Rim />
            </g>
          )}
        </g>
      ))}
    </>
  );
}
