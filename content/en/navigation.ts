/**
 * The sections of the landing page: the fragment and the name of each. Their order here is their
 * order on the page and in every menu.
 */
export const sections = [
  { id: 'solution', name: 'Solution' },
  { id: 'architecture', name: 'Architecture' },
  { id: 'cases', name: 'Cases' },
  { id: 'revenue', name: 'Revenue' },
  { id: 'security', name: 'Security' },
  { id: 'join', name: 'Join' },
] as const;
