/**
 * The sections of the landing page, each with its fragment and name. Their order here is the order on the page and
 * in every menu.
 */
export const sections = [
  { id: 'solution', name: 'Solution' },
  { id: 'architecture', name: 'Architecture' },
  { id: 'cases', name: 'Cases' },
  { id: 'revenue', name: 'Revenue' },
  { id: 'security', name: 'Security' },
  { id: 'join', name: 'Join' },
] as const;
