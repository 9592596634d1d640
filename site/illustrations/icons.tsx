import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { markup } from '../markup.ts';
import { Rosette } from './rosette.tsx';
import { SealLines } from './seal.tsx';

const { tint, pale, paper } = colours.light;

/** The icons as SVG files, for the build to make pictures of. */
export async function drawIcons() {
  return {
    favicon: await markup(<Favicon />),
    roundedIcon: await markup(<AppIcon corner={440} />),
    squareIcon: await markup(<AppIcon corner={0} />),
  };
}

/** The mark on a disc of paper, so that it shows on any tab. */
function Favicon(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      color={tint}
      fill="currentColor"
      aria-hidden="true"
    >
      <circle r="1000" fill={paper} />
      <SealLines />
    </svg>
  );
}

/**
 * The mark on an engraved ground, for a home screen. `corner` is the radius of the ground's corners,
 * of a side of 2000; 0 where the system cuts the icon. The mark stays within the circle of 1600 that
 * every cut leaves (Web App Manifest, `maskable`).
 */
function AppIcon({ corner }: { corner: number }): ReactNode {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <clipPath id="c">
        <rect x="-1000" y="-1000" width="2000" height="2000" rx={corner} />
      </clipPath>
      <g clipPath="url(#c)">
        <rect x="-1000" y="-1000" width="2000" height="2000" fill={tint} />
        <g fill="none" stroke={pale} strokeWidth="6" strokeOpacity=".32">
          <Rosette
            id="g"
            curve={{ radius: 1050, waves: [{ count: 16, reach: 300 }] }}
            copies={12}
          />
        </g>
      </g>
      <g color={paper} fill="currentColor" transform="scale(.74)">
        <SealLines />
      </g>
    </svg>
  );
}
