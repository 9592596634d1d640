import { createElement, Fragment } from 'react';
import { Rim } from './rosette.tsx';
import { SealLines } from './seal.tsx';
import { specimenLines } from './specimen.ts';

/** The whole seal of a record, drawn from its serial. site/browser/altered-figure.ts draws a broken one. */
export function RecordSeal({ serial }: { serial: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1100 -1100 2200 2200"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      <g stroke="var(--ink, gray)">
        <Rim />
      </g>
      {createElement(Fragment, null, ...specimenLines('record', serial, createElement))}
      <g transform="scale(.2)" fill="currentColor">
        <SealLines />
      </g>
    </svg>
  );
}
