import type { ReactNode } from 'react';
import { colours } from '../colours.ts';
import type { Curve } from './guilloche.ts';
import { Rim, Rosette } from './rosette.tsx';

/** 36 lobes, woven by a line of 11 waves. Turned by one lobe, it fits between its own threads. */
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

type Theme = keyof typeof colours;

/**
 * The coin in two layers of the same size, as separate drawings. When the upper one turns, the lines seem to
 * move.
 */
export function tokenSheets(theme: Theme): ReactNode[] {
  const { ink, tint, pale, ornament } = colours[theme];
  return [
    <Sheet key="ground">
      <g stroke={pale}>
        <Rosette id="ground" curve={GROUND} repeats={30} />
      </g>
      <g stroke={ink}>
        <Rim />
      </g>
      <g stroke={ornament} transform="scale(.41)">
        <use href="#lace" />
        <use href="#lace" transform="rotate(5)" />
      </g>
      <circle r="238" fill={colours.light.ink} />
      <g stroke={pale}>
        <circle r="226" />
        <circle r="172" strokeWidth="86" strokeDasharray="1.6 7.406" />
      </g>
      <g stroke={ink}>
        <Lace />
        <Veil />
      </g>
    </Sheet>,
    <Sheet key="turned">
      <g stroke={tint}>
        <g transform="rotate(5)">
          <Lace />
        </g>
        <g transform="scale(-1,1)">
          <Veil />
        </g>
      </g>
    </Sheet>,
  ];
}

/** Bands of fewer and thicker lines, legible from 72 px. */
const SMALL_BAND: Curve = { radius: 800, waves: [{ count: 12, reach: 118 }] };
const SMALL_VEIL: Curve = { radius: 660, waves: [{ count: 12, reach: 90 }] };
const SMALL_RING: Curve = { radius: 410, waves: [{ count: 24, reach: 34 }] };

/** The small coin, as one drawing. */
export function smallToken(): ReactNode {
  const { ink, tint, pale, ornament } = colours.light;
  return (
    <Sheet strokeWidth="8">
      <g stroke={pale}>
        <Rosette id="veil" curve={SMALL_VEIL} repeats={9} step={3} shrink={0.945} />
      </g>
      <g stroke={tint}>
        <Rosette id="band" curve={SMALL_BAND} repeats={7} />
      </g>
      <g stroke={ink}>
        <circle r="985" strokeWidth="18" />
        <circle r="950" strokeWidth="16" strokeLinecap="round" strokeDasharray="0 33.16" />
        <use href="#band" transform="rotate(2.15)" />
        <use href="#band" transform="rotate(15)" />
        <use href="#band" transform="rotate(17.15)" />
      </g>
      <g stroke={ornament} strokeWidth="14">
        <Rosette id="ring" curve={SMALL_RING} repeats={2} />
      </g>
      <circle r="320" fill={ink} />
    </Sheet>
  );
}

function Sheet({ strokeWidth = '2.2', children }: { strokeWidth?: string; children: ReactNode }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth={strokeWidth}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

function Lace() {
  return (
    <g id="lace">
      <Rosette id="lace-line" curve={LACE} repeats={36} step={10} />
    </g>
  );
}

function Veil() {
  return <Rosette id="veil" curve={VEIL} repeats={32} step={1.35} shrink={0.98} />;
}
