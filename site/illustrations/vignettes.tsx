import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import type { Vignette } from '../choices.ts';
import bakery from './bakery.svg?raw';
import boxing from './boxing.svg?raw';
import type { Curve } from './guilloche.ts';
import realEstate from './real-estate.svg?raw';
import { Rosette } from './rosette.tsx';

/** The picture of each story: an engraving, or a medallion of line work that suits any trade. */
export const vignettes: Record<Vignette, ReactNode> = {
  boxing: (
    <Framed petals={12}>
      <Engraving svg={boxing} />
    </Framed>
  ),
  bakery: (
    <Framed petals={16}>
      <Engraving svg={bakery} />
    </Framed>
  ),
  realEstate: (
    <Framed petals={20}>
      <Engraving svg={realEstate} />
    </Framed>
  ),
  rosette: (
    <Framed petals={18}>
      <Circles colour="tint" radius={500} waves={[{ count: 8, reach: 140 }]} copies={24} />
      <Circles
        colour="ink"
        radius={330}
        waves={[{ count: 16, reach: 40 }]}
        copies={12}
        step={2}
        shrink={0.93}
      />
      <Circles colour="accent" radius={96} waves={[{ count: 6, reach: 34 }]} copies={8} />
    </Framed>
  ),
  knot: (
    <Framed petals={15}>
      <Circles
        colour="ink"
        radius={430}
        waves={[
          { count: 5, reach: 120 },
          { count: 17, reach: 42 },
          { count: -7, reach: 42 },
        ]}
        copies={24}
        step={15}
      />
      <Circles colour="tint" radius={590} waves={[{ count: 20, reach: 46 }]} copies={8} />
      <Circles colour="accent" radius={120} waves={[{ count: 10, reach: 30 }]} copies={8} />
    </Framed>
  ),
  wheel: (
    <Framed petals={24}>
      <Circles
        colour="ink"
        radius={520}
        waves={[{ count: 6, reach: 120, sway: 60 }]}
        copies={32}
        step={1.5}
        shrink={0.972}
      />
      <Circles colour="tint" radius={600} waves={[{ count: 36, reach: 34 }]} copies={10} />
      <Circles colour="accent" radius={130} waves={[{ count: 12, reach: 24 }]} copies={8} />
    </Framed>
  ),
};

interface FramedProps {
  /** Petals of the ring, 6 to 24: a number for each picture makes each frame its own. */
  petals: number;
  /** What stands in the open middle, within 650 of 0,0. */
  children: ReactNode;
}

/** A picture in a rosette ring. */
function Framed({ petals, children }: FramedProps): ReactNode {
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
      {children}
    </svg>
  );
}

/** An engraving of this folder, 4 by 3. */
function Engraving({ svg }: { svg: string }): ReactNode {
  const placed = svg.replace('<svg ', '<svg x="-720" y="-545" width="1440" height="1080" ');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which React would escape
  return <g dangerouslySetInnerHTML={{ __html: inColours(placed) }} />;
}

/** A drawing of this folder in the brand's colours: its `var(--ink, black)` becomes the ink. */
export function inColours(svg: string, theme: keyof typeof colours = 'light'): string {
  return svg.replaceAll(
    /var\(--(ink|tint|pale|accent|paper), \w+\)/g,
    (_match, name: 'ink' | 'tint' | 'pale' | 'accent' | 'paper') => colours[theme][name],
  );
}

interface CirclesProps extends Curve {
  colour: 'ink' | 'tint' | 'accent';
  copies: number;
  step?: number;
  shrink?: number;
}

/** One band of a medallion. */
function Circles({ colour, copies, step, shrink, ...curve }: CirclesProps): ReactNode {
  return (
    <g stroke={colours.light[colour]}>
      <Rosette id={colour} {...{ curve, copies, step, shrink }} />
    </g>
  );
}
