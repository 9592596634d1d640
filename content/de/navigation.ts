export const sections = [
  { id: 'solution', name: 'Lösung' },
  { id: 'architecture', name: 'Architektur' },
  { id: 'cases', name: 'Anwendungen' },
  { id: 'revenue', name: 'Erträge' },
  { id: 'security', name: 'Sicherheit' },
  { id: 'join', name: 'Mitmachen' },
] as const;
