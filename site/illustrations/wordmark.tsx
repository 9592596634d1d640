import type { ReactNode } from 'react';

interface WordmarkProps {
  name: string;
  /** What the line under the name says, readable when it is zoomed. */
  microtext: string;
}

/** In units of the drawing: its width, the room of a capital, and that of the line under it. */
const [width, line] = [1000, 10];

/** A name from edge to edge in engraved letters, cut out of fine lines, on a line of microtext. */
export function Wordmark({ name, microtext }: WordmarkProps): ReactNode {
  // Widths of an average letter against its size; `textLength` makes them exact.
  const size = Math.min(260, width / (name.length * 0.56));
  const microSize = width / (microtext.length * 0.66);
  const baseline = size * 0.8;
  const whole = { textLength: width, y: baseline };
  return (
    <svg className="wordmark" viewBox={`0 0 ${width} ${baseline + line * 2}`} aria-hidden="true">
      <pattern id="engraved" width="8" height="2.6" patternUnits="userSpaceOnUse">
        {/* Covers the outlines where parts of a letter overlap. */}
        <path d="M0 0H8V2.6H0z" fill="var(--paper)" />
        <path d="M0 1.3H8" stroke="var(--tint)" strokeWidth="1.1" />
      </pattern>
      <text className="wordmark-name" fontSize={size} fill="url(#engraved)" {...whole}>
        {name}
      </text>
      <text fontSize={microSize} textLength={width} y={baseline + line + microSize}>
        {microtext}
      </text>
    </svg>
  );
}
