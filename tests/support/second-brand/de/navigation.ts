export const sections = [
  { id: 'solution', name: 'Lösung' },
  { id: 'cases', name: 'Beispiele' },
  { id: 'architecture', name: 'Verfahren' },
  { id: 'security', name: 'Schutz' },
  { id: 'revenue', name: 'Ertrag' },
  { id: 'join', name: 'Mitglied' },
] as const;
