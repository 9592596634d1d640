/** The texts of content/en/landing.ts that are no section, and so are in no menu and no order. */
export const fixedParts = ['hero', 'questions', 'footer'] as const;

/** A section of the landing page; content/en/navigation.ts says which are shown, and in what order. */
export type SectionId = Exclude<
  keyof typeof import('../content/en/landing.ts'),
  (typeof fixedParts)[number]
>;

/**
 * The drawings that a story can name in content/en/landing.ts, the files of
 * site/illustrations/vignettes; the last three suit any trade.
 */
export const vignetteNames = [
  'boxing',
  'bakery',
  'realEstate',
  'rosette',
  'knot',
  'wheel',
] as const;

/** The names of all pictures in these texts: what is called `picture`, wherever it stands. */
export function picturesIn(texts: unknown): string[] {
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([name, entry]) =>
    name === 'picture' ? [String(entry)] : picturesIn(entry),
  );
}

/** The icons that a card or a step can name in content/en/landing.ts: the files of site/illustrations/icons. */
export const iconNames = [
  'archive',
  'badge-cent',
  'badge-euro',
  'calculator',
  'calendar-sync',
  'chart',
  'circle-plus',
  'clipboard-check',
  'coins',
  'database',
  'earth',
  'factory',
  'file-search',
  'file-signature',
  'fingerprint',
  'flag',
  'gem',
  'globe',
  'house',
  'import',
  'key',
  'layers',
  'lock-keyhole',
  'map-pin',
  'network',
  'phone',
  'scale',
  'scroll-text',
  'shield',
  'shield-check',
  'smartphone',
  'sprout',
  'stamp',
  'tags',
  'tractor',
  'trending-up',
  'trophy',
  'vault',
  'wallet',
  'wheat',
] as const;

export type IconName = (typeof iconNames)[number];
