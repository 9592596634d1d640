/** The texts of content/en/landing.ts that are no section, and so are in no menu and no order. */
export const fixedParts = ['hero', 'questions', 'footer'] as const;

/** A section of the landing page; content/en/navigation.ts says which are shown, and in what order. */
export type SectionId = Exclude<
  keyof typeof import('../content/en/landing.ts'),
  (typeof fixedParts)[number]
>;

/** All pictures, icons or logos that these texts name, wherever they stand, each once. */
export function namedIn(texts: unknown, what: 'picture' | 'icon' | 'logo'): Set<string> {
  if (typeof texts !== 'object' || texts === null) return new Set();
  return new Set(
    Object.entries(texts).flatMap(([name, entry]) =>
      name === what ? [String(entry)] : [...namedIn(entry, what)],
    ),
  );
}

/** Those of site/illustrations/icons that are of controls; a card or a step can name the others. */
export const controlIcons = ['arrow-up-right', 'share'] as const;

/**
 * How a headline of this length is set in the first view: the class of its size, and how many letters
 * of one word a window of 320 px holds in it.
 */
export function headlineSize({ title, titleAccent }: { title: string; titleAccent: string }) {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}
