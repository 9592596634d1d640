/** The sections of the landing page in their order: the fragment and the name of each. */
export const sections = [
  { id: 'solution', name: 'Solution' },
  { id: 'architecture', name: 'Architecture' },
  { id: 'cases', name: 'Cases' },
  { id: 'revenue', name: 'Revenue' },
  { id: 'security', name: 'Security' },
  { id: 'join', name: 'Join' },
] as const;
