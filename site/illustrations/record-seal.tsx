import { createElement, Fragment } from 'react';
import type { Copy } from '../copy.ts';
import { Rim } from './rosette.tsx';
import { SealLines } from './seal.tsx';
import { specimenLines } from './specimen.ts';

/** The words of the sample record with this figure, from which its serial is made. */
export function recordWith({ rows, figure: row }: Copy['alteredFigure'], figure: string): string[] {
  return [...rows.flatMap(({ name, value }) => [name, value]), row.name, figure];
}

/** The seal of a record, drawn from its serial. A broken seal is split from top to bottom. */
export function RecordSeal({ serial, broken }: { serial: string; broken?: boolean }) {
  const lines = (
    <g id="record-seal">
      <g stroke="var(--ink, gray)">
        <Rim />
      </g>
      {createElement(Fragment, null, ...specimenLines('record', serial, createElement))}
      <g transform="scale(.2)" fill="currentColor">
        <SealLines />
      </g>
    </g>
  );
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1100 -1100 2200 2200"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      {broken ? <defs>{lines}</defs> : lines}
      {broken &&
        [-1, 1].map((side) => (
          <g key={side} transform={`translate(${95 * side} ${-20 * side})rotate(${3.5 * side})`}>
            {/* The half between an edge and the crack. */}
            <clipPath id={`half${side}`}>
              <path
                d={`M${1100 * side}-1100H120L-60-640 110-330-90 40 90 380-70 700 60 1100H${1100 * side}z`}
              />
            </clipPath>
            <use href="#record-seal" clipPath={`url(#half${side})`} />
          </g>
        ))}
    </svg>
  );
}
