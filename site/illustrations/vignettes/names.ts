/** The drawings that a story can name in content/landing.ts, the neutral ones last. */
export const vignetteNames = [
  'boxing',
  'bakery',
  'realEstate',
  'rosette',
  'knot',
  'wheel',
] as const;

export type Vignette = (typeof vignetteNames)[number];
