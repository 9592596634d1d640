import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { Rosette } from './rosette.tsx';

/**
 * The upper left corner of a certificate's frame, 64 px wide: a quarter of a rosette, and the two
 * rules drawn in round it.
 */
export function Corner(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 64 64"
      fill="none"
      stroke={colours.light.tint}
      aria-hidden="true"
    >
      <path fill={colours.light.paper} stroke="none" d="M0 0H33.5A33 33 0 0 1 .5 33.5H0z" />
      <path d="M.5 64V33.5A33 33 0 0 0 33.5 .5H64M4.5 64V36.5A36 36 0 0 0 36.5 4.5H64" />
      <g transform="translate(1 1)scale(.028)" strokeWidth="11">
        <g id="v">
          <Rosette
            id="r"
            curve={{ radius: 960, waves: [{ count: 12, reach: 70 }] }}
            copies={24}
            step={1.4}
            shrink={0.966}
          />
        </g>
        <use href="#v" transform="scale(-1,1)" />
      </g>
    </svg>
  );
}

/**
 * The frame of a certificate as one picture of 130 by 130, for `border-image: … 64`: the
 * corners, and between them the two rules, to be drawn out to any length.
 */
export function Border(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 130 130"
      width="130"
      height="130"
      aria-hidden="true"
    >
      <g id="c">
        <svg width="64" height="64" aria-hidden="true">
          <Corner />
        </svg>
        <path stroke={colours.light.tint} d="M64 .5h2M64 4.5h2" />
      </g>
      <use href="#c" transform="rotate(90 65 65)" />
      <use href="#c" transform="rotate(180 65 65)" />
      <use href="#c" transform="rotate(270 65 65)" />
    </svg>
  );
}
