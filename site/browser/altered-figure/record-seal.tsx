import type { Copy } from '../../copy.ts';
import { SealLines } from '../../illustrations/seal.tsx';
import { bandsOf } from '../../illustrations/specimen.ts';
import { SpecimenRosette } from '../../illustrations/specimen-rosette.tsx';

/** The words of the sample record with this figure, of which its serial is made. */
export function recordWith({ rows, figure: row }: Copy['alteredFigure'], figure: string): string[] {
  return [...rows.flatMap(({ name, value }) => [name, value]), row.name, figure];
}

interface RecordSealProps {
  serial: string;
  /** Split from top to bottom. */
  broken?: boolean;
}

/** The seal of a record, drawn from its serial. */
export function RecordSeal({ serial, broken = false }: RecordSealProps) {
  const lines = (
    <g id="record-seal">
      <SpecimenRosette id="record" bands={bandsOf(serial)} />
      <g transform="scale(.2)">
        <SealLines />
      </g>
    </g>
  );
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-1100 -1100 2200 2200"
      fill="none"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      {broken ? (
        <>
          <defs>
            {lines}
            <clipPath id="left-half">
              <path d={`M-1100-1100H120${crack}H-1100z`} />
            </clipPath>
            <clipPath id="right-half">
              <path d={`M1100-1100H120${crack}H1100z`} />
            </clipPath>
          </defs>
          <g clipPath="url(#left-half)" transform="translate(-95 20)rotate(-3.5)">
            <use href="#record-seal" />
          </g>
          <g clipPath="url(#right-half)" transform="translate(95-20)rotate(3.5)">
            <use href="#record-seal" />
          </g>
        </>
      ) : (
        lines
      )}
    </svg>
  );
}

/** From the top edge to the bottom one. */
const crack = 'L-60-640 110-330-90 40 90 380-70 700 60 1100';
