import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { Rosette } from './rosette.tsx';

/**
 * Six levels of encryption as six rings round a core, 1 outermost, each engraved in its own way:
 * ruling, wave, lattice, beads, rope and guilloché. A file of its own, with its colours in it.
 */
export function Rings(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="3.2"
      aria-hidden="true"
    >
      <Level level={1} outside={994}>
        <circle r="932" strokeWidth="100" strokeDasharray="3.6 7.387" />
      </Level>
      <Level level={2} outside={858}>
        <Rosette
          id="w"
          curve={{ radius: 826, waves: [{ count: 36, reach: 15 }] }}
          copies={10}
          step={0}
          shrink={0.99}
        />
      </Level>
      <Level level={3} outside={722}>
        <Rosette id="l" curve={{ radius: 660, waves: [{ count: 20, reach: 46 }] }} copies={6} />
      </Level>
      <Level level={4} outside={586}>
        <g strokeLinecap="round">
          <circle r="524" strokeWidth="44" strokeDasharray="0 68.6" />
          <circle r="561" strokeWidth="9" strokeDasharray="0 17.623" />
          <circle r="487" strokeWidth="9" strokeDasharray="0 17" />
        </g>
      </Level>
      <Level level={5} outside={450}>
        <Rosette
          id="r"
          curve={{ radius: 420, waves: [{ count: 24, reach: 12 }] }}
          copies={18}
          step={1.1}
          shrink={0.986}
        />
      </Level>
      <Level level={6} outside={314}>
        <Rosette
          id="g"
          curve={{
            radius: 252,
            waves: [
              { count: 5, reach: 32 },
              { count: 17, reach: 10 },
              { count: -7, reach: 10 },
            ],
          }}
          copies={24}
          step={15}
        />
      </Level>
      <g fill={colours.light.accent}>
        <circle r="168" />
        <path fill={colours.light.paper} d="M-24-4L-44 84H44L24-4A52 52 0 1 0-24-4z" />
      </g>
    </svg>
  );
}

interface LevelProps {
  level: number;
  outside: number;
  children: ReactNode;
}

function Level({ level, outside, children }: LevelProps): ReactNode {
  const ink = level % 2 ? colours.light.ink : colours.light.tint;
  return (
    <g data-level={level} stroke={ink}>
      <circle r={outside} strokeWidth="5" />
      {children}
      <circle cy={62 - outside} r="60" fill={colours.light.paper} strokeWidth="5" />
      <text
        fontFamily="Georgia, serif"
        y={92 - outside}
        fontSize="84"
        textAnchor="middle"
        fill={colours.light.ink}
        stroke="none"
      >
        {level}
      </text>
    </g>
  );
}
