import type { Curve, Wave } from './guilloche.ts';
import type { Band, SpecimenBands } from './specimen.ts';

/** The bands between two specimens, `share` from 0 to 1 of the way, all lines closed throughout. */
export function blendBands(from: SpecimenBands, to: SpecimenBands, share: number): SpecimenBands {
  const blend = (one: Band, other: Band): Band => ({
    ...other,
    curve: blendCurves(one.curve, other.curve, share),
    step: between(one.step, other.step, share),
    shrink: between(one.shrink, other.shrink, share),
  });
  return {
    tones: to.tones,
    ground: blend(from.ground, to.ground),
    lace: blend(from.lace, to.lace),
    field: blend(from.field, to.field),
    core: blend(from.core, to.core),
  };
}

/** The same bands before the engraver's hand has moved: circles. */
export function flatBands(bands: SpecimenBands): SpecimenBands {
  const flat = (band: Band): Band => ({ ...band, curve: { radius: band.curve.radius, waves: [] } });
  return {
    tones: bands.tones,
    ground: flat(bands.ground),
    lace: flat(bands.lace),
    field: flat(bands.field),
    core: flat(bands.core),
  };
}

/** One curve's waves die away while the other's rise. */
function blendCurves(from: Curve, to: Curve, share: number): Curve {
  const waves = new Map<number, Wave>();
  const add = (curve: Curve, weight: number) => {
    for (const { count, reach, sway = 0 } of curve.waves) {
      const there = waves.get(count);
      waves.set(count, {
        count,
        reach: (there?.reach ?? 0) + reach * weight,
        sway: (there?.sway ?? 0) + sway * weight,
      });
    }
  };
  add(from, 1 - share);
  add(to, share);
  return {
    radius: between(from.radius, to.radius, share),
    // What is below half a unit shows no more, and would cost its many petals.
    waves: [...waves.values()].filter(({ reach }) => Math.abs(reach) > 0.5),
  };
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
