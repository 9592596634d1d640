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

/** All pictures or icons that these texts name, wherever they stand, each once. */
export function namedIn(texts: unknown, what: 'picture' | 'icon'): Set<string> {
  if (typeof texts !== 'object' || texts === null) return new Set();
  return new Set(
    Object.entries(texts).flatMap(([name, entry]) =>
      name === what ? [String(entry)] : [...namedIn(entry, what)],
    ),
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

/**
 * How a headline of this length is set in the first view: the class of its size, and how many letters
 * of one word a window of 320 px holds in it.
 */
export function headlineSize({ title, titleAccent }: { title: string; titleAccent: string }) {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}
