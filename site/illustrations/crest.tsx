import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { Rosette } from './rosette.tsx';

/** A round seal with room for text in its middle. */
export function Crest(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      stroke={colours.light.tint}
      strokeWidth="6"
      aria-hidden="true"
    >
      <Rosette id="crest" curve={{ radius: 800, waves: [{ count: 12, reach: 170 }] }} copies={16} />
      <circle r="985" strokeWidth="10" />
      <circle r="600" strokeWidth="10" />
    </svg>
  );
}
