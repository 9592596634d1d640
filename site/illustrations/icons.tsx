import { logoAddress } from 'virtual:pictures';
import type { ReactNode } from 'react';
import { colours } from '../colours.ts';
import { markup } from '../markup.ts';
import { Rosette } from './rosette.tsx';
import { SealLines } from './seal.tsx';

const { tint, pale, paper } = colours.light;
const ground = { radius: 1050, waves: [{ count: 16, reach: 300 }] };

/** The icon of a tab, as an SVG file. */
export const favicon = () => markup(<Favicon />);

/** The name, drawing and size in px of each PNG icon. */
export async function drawIcons() {
  const tab = await favicon();
  const app = await markup(<AppIcon />);
  return [
    // This is a PNG despite its name, because browsers look at the bytes.
    { name: 'favicon.ico', svg: tab, size: 32 },
    { name: 'apple-touch-icon.png', svg: app, size: 180 },
    // For search engines.
    { name: 'icon-512.png', svg: app, size: 512 },
  ];
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
      <rect
        x="-1000"
        y="-1000"
        width="2000"
        height="2000"
        rx={logoAddress ? 400 : 1000}
        fill={paper}
      />
      <LogoImage side={1760} />
    </svg>
  );
}

/** The mark on an engraved background, for a home screen. The system crops the corners. */
function AppIcon(): ReactNode {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      <rect x="-1000" y="-1000" width="2000" height="2000" fill={logoAddress ? paper : tint} />
      <g fill="none" stroke={pale} strokeWidth="6" strokeOpacity=".32">
        <Rosette id="g" curve={ground} repeats={12} />
      </g>
      <g color={paper} fill="currentColor" transform="scale(.74)">
        <LogoImage side={1500} />
      </g>
    </svg>
  );
}

/** The provider's own logo in the middle, or the seal. */
function LogoImage({ side }: { side: number }): ReactNode {
  if (!logoAddress) return <SealLines />;
  return <image href={logoAddress} x={-side / 2} y={-side / 2} width={side} height={side} />;
}
