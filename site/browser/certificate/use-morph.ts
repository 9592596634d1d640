import { useEffect, useEffectEvent, useState } from 'react';
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
    if (!isMotionWelcome()) return first;
    return eachBand(first, (band) => ({ ...band, curve: { ...band.curve, waves: [] } }));
  });
  const current = useEffectEvent(() => shown);
  useEffect(() => {
    const from = current();
    const target = bandsOf(serial);
    const began = performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const share = isMotionWelcome() ? Math.min(1, Math.max(0, (now - began) / duration)) : 1;
      const eased = 1 - (1 - share) ** 3;
      setShown(
        share < 1 ? eachBand(target, (band, name) => blend(from[name], band, eased)) : target,
      );
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [serial]);
  return shown;
}

function eachBand(
  { ground, lace, field, core }: SpecimenBands,
  change: (band: Band, name: keyof SpecimenBands) => Band,
): SpecimenBands {
  return {
    ground: change(ground, 'ground'),
    lace: change(lace, 'lace'),
    field: change(field, 'field'),
    core: change(core, 'core'),
  };
}

/** A band between two, `share` from 0 to 1 of the way: the one's waves die away while the other's rise. */
function blend(from: Band, to: Band, share: number): Band {
  const between = (one: number, other: number) => one + (other - one) * share;
  const weighted = ({ curve }: Band, weight: number) =>
    curve.waves.map(({ count, reach, sway = 0 }) => ({
      count,
      reach: reach * weight,
      sway: sway * weight,
    }));
  // What is below half a unit shows no more, and would cost its many petals.
  const waves = [...weighted(from, 1 - share), ...weighted(to, share)].filter(
    ({ reach }) => Math.abs(reach) > 0.5,
  );
  return {
    ...to,
    curve: { radius: between(from.curve.radius, to.curve.radius), waves },
    step: between(from.step, to.step),
    shrink: between(from.shrink, to.shrink),
  };
}
