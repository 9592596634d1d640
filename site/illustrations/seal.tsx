import type { ReactNode } from 'react';
import { plait } from './record-seal.ts';

/** The brand's mark: two strands plaited round a core, in the text's colour. Legible from 16 px. */
export function Seal(): ReactNode {
  return (
    <svg className="seal" viewBox="-1000 -1000 2000 2000" fill="currentColor" aria-hidden="true">
      <SealLines />
    </svg>
  );
}

/** The mark in a circle of radius 970 round 0,0, for an `<svg>` filled with `currentColor`. */
export function SealLines(): ReactNode {
  return (
    <>
      <path d={plait} fill="none" stroke="currentColor" strokeWidth="150" />
      <circle r="330" />
    </>
  );
}
