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
    <Plate waves={20}>
      <Engraving svg={boxing} />
    </Plate>
  ),
  bakery: (
    <Plate waves={25}>
      <Engraving svg={bakery} />
    </Plate>
  ),
  realEstate: (
    <Plate waves={30}>
      <Engraving svg={realEstate} />
    </Plate>
  ),
  rosette: (
    <Medallion petals={18}>
      <Circles colour="tint" radius={500} waves={[{ count: 8, reach: 140 }]} copies={24} />
      <Circles
        colour="ink"
        radius={330}
        waves={[{ count: 16, reach: 40 }]}
        copies={12}
        step={2}
        shrink={0.93}
      />
      <Circles colour="ornament" radius={96} waves={[{ count: 6, reach: 34 }]} copies={8} />
    </Medallion>
  ),
  knot: (
    <Medallion petals={15}>
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
      <Circles colour="ornament" radius={120} waves={[{ count: 10, reach: 30 }]} copies={8} />
    </Medallion>
  ),
  wheel: (
    <Medallion petals={24}>
      <Circles
        colour="ink"
        radius={520}
        waves={[{ count: 6, reach: 120, sway: 60 }]}
        copies={32}
        step={1.5}
        shrink={0.972}
      />
      <Circles colour="tint" radius={600} waves={[{ count: 36, reach: 34 }]} copies={10} />
      <Circles colour="ornament" radius={130} waves={[{ count: 12, reach: 24 }]} copies={8} />
    </Medallion>
  ),
};

/** Lies over a photograph: fine lines of paper across it, as an engraver's screen, and the band below. */
export const photographScreen: ReactNode = (
  <Plate waves={22} open>
    <path
      stroke={colours.light.paper}
      strokeOpacity=".32"
      strokeWidth="1.6"
      d={Array.from({ length: 126 }, (_, row) => `M0 ${6 * row + 3}H880`).join('')}
    />
  </Plate>
);

interface PlateProps {
  /** Waves of the band below, 12 to 30: a number for each picture makes each band its own. */
  waves: number;
  /** Whether what lies behind it is seen above the band. */
  open?: boolean;
  /** What stands above the band, 880 wide and 756 high. */
  children: ReactNode;
}

/** A picture on its own paper, above a band of guilloche. */
function Plate({ waves, open = false, children }: PlateProps): ReactNode {
  const half = 440 / waves;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 880 800"
      width="880"
      height="800"
      fill="none"
      aria-hidden="true"
    >
      <path fill={colours.light.paper} d={`M0 ${open ? 756 : 0}H880V800H0z`} />
      {children}
      <g id="w" stroke={colours.light.tint} strokeWidth="1.6" transform="translate(0 778)">
        <g id="h">
          <path
            id="l"
            d={`M${-2 * half} 0q${half / 2} 30 ${half} 0${`t${half} 0`.repeat(2 * waves + 2)}`}
          />
          {[1, 2, 3, 4].map((copy) => (
            <use key={copy} href="#l" x={(copy * half) / 2.5} />
          ))}
        </g>
        <use href="#h" transform="scale(1,-.5)" />
      </g>
      <path stroke={colours.light.ink} strokeWidth="2.4" d="M0 757.2H880M0 798.8H880" />
    </svg>
  );
}

interface MedallionProps {
  /** Petals of the ring, 6 to 24: a number for each makes it its own. */
  petals: number;
  /** What stands in the open middle, within 650 of 0,0. */
  children: ReactNode;
}

/** Line work in a rosette ring, on a ground of fine waves. */
function Medallion({ petals, children }: MedallionProps): ReactNode {
  return (
    <Plate waves={petals}>
      <g stroke={colours.light.pale} strokeWidth="1.6">
        <path id="g" d={`M-40 4q20 10 40 0${'t40 0'.repeat(23)}`} />
        {Array.from({ length: 74 }, (_, row) => 10 * (row + 1)).map((y) => (
          <use key={y} href="#g" x={2 * (y % 20)} y={y} />
        ))}
      </g>
      <g stroke={colours.light.ink} strokeWidth="3" transform="translate(440 378)scale(.36)">
        <circle r="1030" fill={colours.light.paper} stroke="none" />
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
        <use stroke={colours.light.tint} href="#f" transform="scale(-1,1)" />
        {children}
      </g>
    </Plate>
  );
}

/** An engraving of this folder. */
function Engraving({ svg }: { svg: string }): ReactNode {
  const placed = svg.replace('<svg ', '<svg width="880" height="756" ');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which React would escape
  return <g dangerouslySetInnerHTML={{ __html: inColours(placed) }} />;
}

/** A drawing of this folder in the brand's colours: its `var(--ink, black)` becomes the ink. */
export function inColours(svg: string, theme: keyof typeof colours = 'light'): string {
  return svg.replaceAll(
    /var\(--(ink|tint|pale|ornament|paper), \w+\)/g,
    (_match, name: 'ink' | 'tint' | 'pale' | 'ornament' | 'paper') => colours[theme][name],
  );
}

interface CirclesProps extends Curve {
  colour: 'ink' | 'tint' | 'ornament';
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
