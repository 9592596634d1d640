/** The texts of content/en/landing.ts that are no section, and so are in no menu and no order. */
export const fixedParts = ['hero', 'questions', 'footer'] as const;

/** A section of the landing page; content/en/navigation.ts says which are shown, and in what order. */
export type SectionId = Exclude<
  keyof typeof import('../content/en/landing.ts'),
  (typeof fixedParts)[number]
>;
