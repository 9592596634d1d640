import type { ReactNode } from 'react';
import { Rim, Rosette } from './rosette.tsx';
import type { SpecimenBands } from './specimen.ts';

/**
 * The lines of a specimen in a circle of radius 1000 round 0,0. The inner circle of 260 is empty. For an `<svg>`
 * without fill and with lines of about 2.2. `id` is the unique prefix of its ids.
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
              // Mirror a band that winds or slants. Turn any other by half a step.
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
