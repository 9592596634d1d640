/** The sections that the landing page can show; content/navigation.ts says which, and in what order. */
export const sectionIds = [
  'solution',
  'architecture',
  'cases',
  'revenue',
  'security',
  'join',
] as const;

export type SectionId = (typeof sectionIds)[number];
