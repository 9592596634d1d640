/**
 * The sections of the landing page: the fragment and the name of each. Their order here is their
 * order on the page and in every menu.
 */
export const sections = [
  { id: 'solution', name: 'Lösung' },
  { id: 'architecture', name: 'Architektur' },
  { id: 'cases', name: 'Beispiele' },
  { id: 'revenue', name: 'Erträge' },
  { id: 'security', name: 'Sicherheit' },
  { id: 'join', name: 'Mitmachen' },
] as const;
