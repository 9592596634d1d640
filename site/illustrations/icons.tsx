import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { markup } from '../markup.ts';
import { Rosette } from './rosette.tsx';
import { SealLines, sealSvg } from './seal.tsx';
import { SocialImage, type Typefaces } from './social-image.tsx';

/** The icons and the social image as SVG files, for the build to make pictures of. */
export async function drawIcons(typefaces: Typefaces) {
  return {
    favicon: sealSvg(colours.light.tint, colours.light.paper),
    roundedIcon: await markup(<AppIcon corner={440} />),
    squareIcon: await markup(<AppIcon corner={0} />),
    socialImage: await markup(<SocialImage typefaces={typefaces} />),
  };
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
        <rect x="-1000" y="-1000" width="2000" height="2000" fill={colours.light.tint} />
        <g fill="none" stroke={colours.light.pale} strokeWidth="6" strokeOpacity=".32">
          <Rosette
            id="g"
            curve={{ radius: 1050, waves: [{ count: 16, reach: 300 }] }}
            copies={12}
          />
        </g>
      </g>
      <g color={colours.light.paper} fill="currentColor" transform="scale(.74)">
        <SealLines />
      </g>
    </svg>
  );
}
