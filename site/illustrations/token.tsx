import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import type { Curve } from './guilloche.ts';
import { Rosette } from './rosette.tsx';

interface TokenProps {
  /** The one letter in the middle. */
  initial: string;
}

/** 36 lobes, woven by a line of 11 waves: turned by one lobe it falls between its own threads. */
const LACE: Curve = {
  radius: 824,
  waves: [
    { count: 11, reach: 58 },
    { count: 47, reach: 25 },
    { count: -25, reach: 25 },
  ],
};
const VEIL: Curve = { radius: 736, waves: [{ count: 12, reach: 44 }] };
const GROUND: Curve = { radius: 800, waves: [{ count: 8, reach: 138 }] };

/**
 * The struck coin of the first view: three sheets of the same size, laid on one another. The first
 * stands still; the second and third may turn against each other, and their lines then run.
 */
export function Token(props: TokenProps): ReactNode {
  return (
    <div className="token">
      <TokenSheets {...props} />
    </div>
  );
}

/** The coin's three sheets without their holder. */
export function TokenSheets({ initial }: TokenProps): ReactNode {
  return (
    <>
      <Sheet>
        <g className="ink-4">
          <Rosette id="token-ground" curve={GROUND} copies={36} />
        </g>
        <g className="ink-1">
          <circle r="975" strokeWidth="26" strokeDasharray="3.7 6.51" />
          <circle r="996" strokeWidth="6" />
          <circle r="955" strokeWidth="5" />
          <circle r="944" strokeWidth="9" strokeLinecap="round" strokeDasharray="0 16.476" />
          <circle r="250" strokeWidth="5" />
        </g>
        <g className="ink-3">
          <use href="#token-lace" transform="scale(.41)" />
          <use href="#token-lace" transform="rotate(5)scale(.41)" />
        </g>
        <circle r="238" fill={colours.light.ink} />
        <g className="ink-4">
          <circle r="226" />
          <circle r="172" strokeWidth="86" strokeDasharray="1.6 7.406" />
        </g>
        <Initial y={101} size={290}>
          {initial}
        </Initial>
      </Sheet>
      <Sheet>
        <g className="ink-1">
          <g id="token-lace">
            <Rosette id="token-lace-line" curve={LACE} copies={36} step={10} />
          </g>
          <g id="token-veil">
            <Rosette id="token-veil-line" curve={VEIL} copies={48} step={0.9} shrink={0.9866} />
          </g>
        </g>
      </Sheet>
      <Sheet>
        <g className="ink-2">
          <use href="#token-lace" transform="rotate(5)" />
          <use href="#token-veil" transform="scale(-1,1)" />
        </g>
      </Sheet>
    </>
  );
}

function Sheet({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg
      className="token-ring"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="2.2"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The same token in small, drawn with the lines of the large one, which the page must hold. */
export function SmallToken({ initial }: TokenProps): ReactNode {
  return (
    <svg
      className="small-token"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="4"
      aria-hidden="true"
    >
      <g className="ink-1">
        <circle r="985" strokeWidth="18" />
        <use href="#token-lace" />
        <use href="#token-veil" />
      </g>
      <g className="ink-3">
        <use href="#token-lace" transform="rotate(5)scale(.45)" />
      </g>
      <circle className="token-core" r="300" fill={colours.light.ink} />
      <Initial y={110} size={320}>
        {initial}
      </Initial>
    </svg>
  );
}

function Initial({ y, size, children }: { y: number; size: number; children: string }): ReactNode {
  return (
    <text
      className="token-initial"
      y={y}
      fontSize={size}
      textAnchor="middle"
      fill={colours.light.paper}
    >
      {children}
    </text>
  );
}
