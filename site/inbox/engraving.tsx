import { useEffect, useState } from 'react';
import { SealLines } from '../illustrations/seal.tsx';
import { bandsOf, serialOf } from '../illustrations/specimen.ts';
import { SpecimenRosette } from '../illustrations/specimen-rosette.tsx';

/** The rosette of a serial, as on the visitor's certificate, with the seal in its middle. */
export function Engraving({ serial }: { serial: string | undefined }) {
  return (
    <svg
      className="engraving"
      viewBox="-1000 -1000 2000 2000"
      fill="none"
      strokeWidth="2.6"
      aria-hidden="true"
    >
      {serial && (
        <>
          <SpecimenRosette id={`rosette-${serial}`} bands={bandsOf(serial)} />
          <g transform="scale(.2)" fill="currentColor">
            <SealLines />
          </g>
        </>
      )}
    </svg>
  );
}

/** The serial on the certificate of these words; undefined at first. */
export function useSerial(...words: string[]): string | undefined {
  const [made, setMade] = useState<{ key: string; serial: string | undefined }>();
  const key = JSON.stringify(words);
  useEffect(() => {
    void serialOf(JSON.parse(key)).then((serial) => setMade({ key, serial }));
  }, [key]);
  return made?.key === key ? made.serial : undefined;
}
