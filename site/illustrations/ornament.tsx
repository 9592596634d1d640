import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { type Strand, strand } from './guilloche.ts';
import type { Band } from './medallions.ts';
import { Rosette } from './rosette.tsx';

const BAND: Strand = { lobe: 60, lobes: 12, waves: 5, widest: 42, narrowest: 8 };
/** One thread for each lobe, and one more on either side so that tiles join without a seam. */
const THREADS = BAND.lobes + 2;

/** The colours of the band, any that CSS knows. */
interface Inks {
  tint: string;
  pale: string;
}

/**
 * A band of guilloché as a tile for `background: … repeat-x`: 60 by 100, to be shown at any size with
 * `background-size: auto 100%`.
 */
export function borderSvg({ tint, pale }: Inks): string {
  const uses = Array.from({ length: THREADS }, (_, thread) => (1 - thread) * BAND.lobe);
  const threads = uses.map((x) => `<use href="#a" x="${x}"/>`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -50 60 100" width="60" height="100" fill="none" stroke-width="2">` +
    `<defs><path id="a" d="${strand(BAND)}"/><g id="b">${threads}</g></defs>` +
    `<g stroke="${pale}"><use href="#b" x="30"/><use href="#b" x="-30"/></g>` +
    `<g stroke="${tint}"><use href="#b"/><path d="M0-48H60M0 48H60"/></g></svg>`
  );
}

/**
 * The upper left corner of a certificate's frame, 64 px wide, with its colours in it: a quarter of a
 * rosette, and the two rules drawn in round it.
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

interface FrameProps {
  /** Petals of the ring, 6 to 24: a number for each picture makes each frame its own. */
  petals: number;
  /** The text of an SVG of 4 by 3, set into the open middle: black becomes the ink, gray the tint. */
  picture?: string;
  /** Line work in its place. */
  medallion?: readonly Band[];
}

/** A picture in a rosette ring: a file of its own, with its colours in it. */
export function Framed({ petals, picture = '', medallion = [] }: FrameProps): ReactNode {
  const placed = picture
    .replace('<svg ', '<svg x="-720" y="-545" width="1440" height="1080" ')
    .replaceAll('"black"', `"${colours.light.ink}"`)
    .replaceAll('"gray"', `"${colours.light.tint}"`);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="3"
      aria-hidden="true"
    >
      <g stroke={colours.light.ink}>
        <circle r="994" strokeWidth="6" />
        <circle r="974" strokeWidth="11" strokeLinecap="round" strokeDasharray="0 20.4" />
        <circle r="706" strokeWidth="6" />
        <circle r="690" />
        <g id="f">
          <Rosette
            id="r"
            curve={{ radius: 918, waves: [{ count: petals, reach: 34 }] }}
            copies={24}
            step={20 / petals}
            shrink={0.9905}
          />
        </g>
      </g>
      <use stroke={colours.light.tint} href="#f" transform="scale(-1,1)" />
      {medallion.map(({ colour, ...band }, index) => (
        <g key={`m${band.curve.radius}`} stroke={colours.light[colour]}>
          <Rosette id={`m${index}-`} {...band} />
        </g>
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, a file of this folder */}
      <g dangerouslySetInnerHTML={{ __html: placed }} />
    </svg>
  );
}
