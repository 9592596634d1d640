import { logoAddress } from 'virtual:pictures';
import { colours, inColours } from '../colours.ts';
import homeScreen from './app/home-screen.svg?raw';
import tab from './app/tab.svg?raw';

/** The icon of a tab, as an SVG file: the mark on a disc of paper, so that it shows on any tab. */
export const favicon = logoAddress ? logoOnPaper(1760, 400) : inColours(tab);

/** The mark on an engraved background. The system crops the corners. */
const appIcon = logoAddress ? logoOnPaper(1110, 0) : inColours(homeScreen);

/** The name, drawing and size in px of each PNG icon. */
export const icons = [
  // This is a PNG despite its name, because browsers look at the bytes.
  { name: 'favicon.ico', svg: favicon, size: 32 },
  { name: 'apple-touch-icon.png', svg: appIcon, size: 180 },
  // For search engines.
  { name: 'icon-512.png', svg: appIcon, size: 512 },
];

/** The provider's own logo, of this size, on a square of 2000 with this corner radius. */
function logoOnPaper(size: number, corner: number): string {
  const place = `x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000">
<rect x="-1000" y="-1000" width="2000" height="2000" rx="${corner}" fill="${colours.light.paper}"/>
<image href="${logoAddress}" ${place}/>
</svg>`;
}
