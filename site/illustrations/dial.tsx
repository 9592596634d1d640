import type { ReactNode } from 'react';
import { colours } from '../../content/colours.ts';
import { Rosette } from './rosette.tsx';

const DAYS = Array.from({ length: 60 }, (_, index) => index + 1);

/** The face of a dial of sixty days, 60 at the top: a file of its own, with its colours in it. */
export function DialFace(): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      <g stroke={colours.light.tint}>
        <g id="w">
          <Rosette
            id="v"
            curve={{ radius: 516, waves: [{ count: 10, reach: 52 }] }}
            copies={32}
            step={1.3}
            shrink={0.972}
          />
        </g>
        <use href="#w" transform="scale(-1,1)" />
      </g>
      <g stroke={colours.light.ink}>
        <circle r="994" strokeWidth="6" />
        <circle r="974" strokeWidth="20" strokeDasharray="2 8.2" />
        <circle r="952" />
        <circle r="778" />
        <circle r="600" />
        <circle r="586" strokeWidth="6" />
      </g>
      <g fill={colours.light.ink}>
        {DAYS.map((day) => (
          <path
            key={day}
            d={day % 10 === 0 ? 'M-18-944H18L4-842H-4z' : 'M-7-944H7L3-884H-3z'}
            transform={`rotate(${day * 6})`}
          />
        ))}
      </g>
      <g fontFamily="Georgia, serif" fontSize="96" textAnchor="middle" fill={colours.light.ink}>
        {DAYS.filter((day) => day % 10 === 0).map((day) => (
          <text key={day} {...numeralPlace(day)}>
            {day}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** The hand, in a box as large as the face's. It points to 60 until its box is turned. */
export function DialHand(): ReactNode {
  return (
    <svg
      className="dial-hand"
      viewBox="-1000 -1000 2000 2000"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M0-580L26-90 15 190H-15L-26-90zM0-834L26-790H-26z" />
      <circle r="62" />
    </svg>
  );
}

function numeralPlace(day: number): { x: number; y: number } {
  const angle = (day / 30) * Math.PI;
  return { x: Math.round(694 * Math.sin(angle)), y: Math.round(34 - 694 * Math.cos(angle)) };
}
