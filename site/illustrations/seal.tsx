import type { ReactNode } from 'react';
import { plait, rim } from './record-seal.ts';

/** The brand's mark: two strands plaited round a core, in the text's colour. Legible from 16 px. */
export function Seal(): ReactNode {
  return (
    <svg className="seal" viewBox="-1000 -1000 2000 2000" fill="currentColor" aria-hidden="true">
      <path d={plait} fill="none" stroke="currentColor" strokeWidth="150" />
      <circle r="330" />
    </svg>
  );
}

/** The edge and inner circle of a coin of radius 1000. For use inside an `<svg>`. */
export function Rim(): ReactNode {
  return rim.map((circle) => <circle key={circle.r} {...circle} />);
}
