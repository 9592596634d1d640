import { useEffect, useRef, useState } from 'react';
import { bandsOf, type SpecimenBands } from '../../illustrations/specimen.ts';
import { blendBands, flatBands } from '../../illustrations/specimen-blend.ts';
import { isMotionWelcome } from '../motion.ts';

/** In milliseconds. */
const duration = 320;

/**
 * The bands of the serial: where motion is welcome they grow out of the ones before, else they are
 * there at once.
 */
export function useMorph(serial: string): SpecimenBands {
  const [shown, setShown] = useState(() => start(bandsOf(serial)));
  const latest = useRef(shown);
  useEffect(() => {
    const from = latest.current;
    const target = bandsOf(serial);
    const began = performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const share = isMotionWelcome() ? Math.min(1, Math.max(0, (now - began) / duration)) : 1;
      latest.current = share < 1 ? blendBands(from, target, 1 - (1 - share) ** 3) : target;
      setShown(latest.current);
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [serial]);
  return shown;
}

/** The first one grows out of circles. */
function start(bands: SpecimenBands): SpecimenBands {
  return isMotionWelcome() ? flatBands(bands) : bands;
}
