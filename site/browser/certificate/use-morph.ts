import { useEffect, useRef, useState } from 'react';
import type { Curve } from '../../illustrations/guilloche.ts';
import { type Band, bandsOf, type SpecimenBands } from '../../illustrations/specimen.ts';
import { isMotionWelcome } from '../motion.ts';

/** In milliseconds. */
const duration = 320;

/**
 * The bands of the serial: where motion is welcome they grow out of the ones before, the first out of
 * circles; else they are there at once.
 */
export function useMorph(serial: string): SpecimenBands {
  const [shown, setShown] = useState(() => {
    const first = bandsOf(serial);
    return isMotionWelcome() ? blendBands(undefined, first, 0) : first;
  });
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

/**
 * The bands between two specimens, `share` from 0 to 1 of the way, all lines closed throughout;
 * without a first one between circles and the second.
 */
function blendBands(
  from: SpecimenBands | undefined,
  to: SpecimenBands,
  share: number,
): SpecimenBands {
  const blend = (name: 'ground' | 'lace' | 'field' | 'core'): Band => {
    const other = to[name];
    const one = from?.[name] ?? { ...other, curve: { ...other.curve, waves: [] } };
    return {
      ...other,
      curve: blendCurves(one.curve, other.curve, share),
      step: between(one.step, other.step, share),
      shrink: between(one.shrink, other.shrink, share),
    };
  };
  return {
    tones: to.tones,
    ground: blend('ground'),
    lace: blend('lace'),
    field: blend('field'),
    core: blend('core'),
  };
}

/** One curve's waves die away while the other's rise. */
function blendCurves(from: Curve, to: Curve, share: number): Curve {
  const weighted = ({ waves }: Curve, weight: number) =>
    waves.map(({ count, reach, sway = 0 }) => ({
      count,
      reach: reach * weight,
      sway: sway * weight,
    }));
  return {
    radius: between(from.radius, to.radius, share),
    // What is below half a unit shows no more, and would cost its many petals.
    waves: [...weighted(from, 1 - share), ...weighted(to, share)].filter(
      ({ reach }) => Math.abs(reach) > 0.5,
    ),
  };
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
