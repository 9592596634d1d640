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
  const lines = Array.from({ length: Math.max(from, to) }, (_, index) => ({
    start: endAt(index, from),
    end: endAt(index, to),
  }));
  const across = lines.map(({ start, end }) => `M0 ${start}C50 ${start} 50 ${end} 100 ${end}`);
  const down = lines.map(({ start, end }) => `M${start} 0C${start} 50 ${end} 50 ${end} 100`);
  return (
    <>
      <div className="across">
        <Bundle viewBox="0 0 100 1200" lines={across} chosen={chosen} />
      </div>
      <div className="down">
        <Bundle viewBox="0 0 1200 100" lines={down} chosen={chosen} />
      </div>
    </>
  );
}

/** The place of an end along an edge of 1,200 units. */
function endAt(index: number, count: number): number {
  return ((Math.min(index, count - 1) + 0.5) * 1200) / count;
}

interface BundleProps {
  viewBox: string;
  lines: string[];
  chosen: number | undefined;
}

/** Stretched to the room between the parts; the lines keep their weight. */
function Bundle({ viewBox, lines, chosen }: BundleProps): ReactNode {
  const threads = chosen === undefined ? lines : lines.slice(chosen, chosen + 1);
  return (
    <svg className="wires" viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
      <path d={lines.join('')} />
      {threads.map((line) => (
        <path key={line} className="thread" d={line} />
      ))}
    </svg>
  );
}
