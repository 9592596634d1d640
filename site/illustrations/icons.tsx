import type { ReactNode } from 'react';
import { colours } from '../colours.ts';
import { markup } from '../markup.ts';
import { Rosette } from './rosette.tsx';
import { SealLines } from './seal.tsx';

const { tint, pale, paper } = colours.light;
const ground = { radius: 1050, waves: [{ count: 16, reach: 300 }] };

/** The icons as SVG files, for the build to make pictures of; `logo` is the address of the provider's own, or empty. */
export async function drawIcons(logo: string) {
  return {
    favicon: await markup(<Favicon logo={logo} />),
    roundedIcon: await markup(<AppIcon corner={440} logo={logo} />),
    squareIcon: await markup(<AppIcon corner={0} logo={logo} />),
  };
}

/** The mark on a disc of paper, so that it shows on any tab. */
function Favicon({ logo }: { logo: string }): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      color={tint}
      fill="currentColor"
      aria-hidden="true"
    >
      <rect x="-1000" y="-1000" width="2000" height="2000" rx={logo ? 400 : 1000} fill={paper} />
      <LogoImage logo={logo} side={1760} />
    </svg>
  );
}

/**
 * The mark on an engraved ground, for a home screen. `corner` is the radius of the ground's corners,
 * of a side of 2000; 0 if the system cuts the icon. The mark stays within the circle of 1600 that
 * every cut leaves (Web App Manifest, `maskable`).
 */
function AppIcon({ corner, logo }: { corner: number; logo: string }): ReactNode {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <clipPath id="c">
        <rect x="-1000" y="-1000" width="2000" height="2000" rx={corner} />
      </clipPath>
      <g clipPath="url(#c)">
        <rect x="-1000" y="-1000" width="2000" height="2000" fill={logo ? paper : tint} />
        <g fill="none" stroke={pale} strokeWidth="6" strokeOpacity=".32">
          <Rosette id="g" curve={ground} repeats={12} />
        </g>
      </g>
      <g color={paper} fill="currentColor" transform="scale(.74)">
        <LogoImage logo={logo} side={1500} />
      </g>
    </svg>
  );
}

/** The provider's own logo in the middle, or the seal. */
function LogoImage({ logo, side }: { logo: string; side: number }): ReactNode {
  if (!logo) return <SealLines />;
  return <image href={logo} x={-side / 2} y={-side / 2} width={side} height={side} />;
}
