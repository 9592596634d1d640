import type { ReactNode } from 'react';

interface WiresProps {
  /** How many ends the bundle has at its start, spread evenly. */
  from: number;
  to: number;
  /** The line that the record takes; by default it takes all of them. */
  chosen?: number;
}

/** A bundle of lines between two parts of the flow: across where it is wide, else down. */
export function Wires({ from, to, chosen }: WiresProps): ReactNode {
  const ends = Array.from({ length: Math.max(from, to) }, (_, index) => ({
    start: endAt(index, from),
    end: endAt(index, to),
  }));
  const across = ends.map(({ start, end }) => `M0 ${start}C50 ${start} 50 ${end} 100 ${end}`);
  const down = ends.map(({ start, end }) => `M${start} 0C${start} 50 ${end} 50 ${end} 100`);
  return (
    <>
      {bundle('across', '0 0 100 1200', across, chosen)}
      {bundle('down', '0 0 1200 100', down, chosen)}
    </>
  );
}

/** The place of an end along an edge of 1,200 units. */
function endAt(index: number, count: number): number {
  return ((Math.min(index, count - 1) + 0.5) * 1200) / count;
}

/** Stretched to the room between the parts; the lines keep their weight. */
function bundle(className: string, viewBox: string, lines: string[], chosen?: number) {
  const threads = chosen === undefined ? lines : lines.slice(chosen, chosen + 1);
  return (
    <div className={className}>
      <svg className="wires" viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path d={lines.join('')} />
        {threads.map((line) => (
          <path key={line} className="thread" d={line} />
        ))}
      </svg>
    </div>
  );
}
