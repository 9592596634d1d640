export const sixtyDays = {
  turn: 'Drehen Sie das Zifferblatt',
  day: 'Tag {day} von 60',
  steps: [
    { title: 'Daten kommen', description: 'Ihre Aufzeichnungen treffen ein.' },
    { title: 'Prüfung', description: 'Jede Zahl lässt sich zurückverfolgen.' },
    { title: 'Neuberechnung', description: 'Der Preis des Anteils wird neu bestimmt.' },
    { title: 'Neuer Preis', description: 'Er kann höher oder niedriger sein als der letzte.' },
  ],
  note: 'Das Zifferblatt zeigt die Reihenfolge der Schritte, nicht ihre Dauer.',
} as const;
