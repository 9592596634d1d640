interface WiresProps {
  /** How many ends the bundle has at its start, spread evenly. */
  from: number;
  to: number;
}

/** A bundle of lines between two parts of a drawing: across where it is wide, else down. */
export function Wires({ from, to }: WiresProps) {
  return (
    <>
      <Bundle id={`across-${from}-${to}`} lines={bundle(from, to, across)} />
      <Bundle id={`down-${from}-${to}`} lines={bundle(from, to, down)} />
    </>
  );
}

/** Stretched to the room between the parts; the line keeps its weight. */
function Bundle({ id, lines }: { id: string; lines: string }) {
  const [direction] = id.split('-');
  return (
    <svg
      className={`wires ${direction}`}
      viewBox={direction === 'across' ? '0 0 100 1200' : '0 0 1200 100'}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path id={id} className="wire" d={lines} />
      <use className="pulse" href={`#${id}`} />
    </svg>
  );
}

type Line = (start: number, end: number) => string;

const across: Line = (start, end) => `M0 ${start}C50 ${start} 50 ${end} 100 ${end}`;
const down: Line = (start, end) => `M${start} 0C${start} 50 ${end} 50 ${end} 100`;

function bundle(from: number, to: number, line: Line): string {
  const lines = Array.from({ length: Math.max(from, to) }, (_, index) =>
    line(end(index, from), end(index, to)),
  );
  return lines.join('');
}

/** The place of an end along an edge of 1,200 units. */
function end(index: number, count: number): number {
  return ((Math.min(index, count - 1) + 0.5) * 1200) / count;
}
