import type { ReactNode } from 'react';
import { Rosette } from './rosette.tsx';

interface CrestProps {
  /** Begins every id inside; unique on the page. */
  id: string;
  children: ReactNode;
}

/** A round seal with words in its middle. */
export function Crest({ id, children }: CrestProps) {
  return (
    <div className="crest">
      <svg viewBox="-1000 -1000 2000 2000" fill="none" strokeWidth="6" aria-hidden="true">
        <g className="ink-2">
          <Rosette
            id={`${id}-`}
            curve={{ radius: 800, waves: [{ count: 12, reach: 170 }] }}
            copies={16}
          />
          <circle r="985" strokeWidth="10" />
          <circle r="600" strokeWidth="10" />
        </g>
      </svg>
      <span>{children}</span>
    </div>
  );
}
