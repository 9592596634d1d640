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

export const alteredFigure = {
  title: 'Ändern Sie eine Zahl',
  lede: 'Jede Linie dieses Siegels kommt aus den Wörtern und Zahlen des Datensatzes. Eine andere Ziffer gibt ein anderes Siegel.',
  mark: 'Vorführung mit einem Beispiel',
  rows: [
    { name: 'Quelle', value: 'Erfassung' },
    { name: 'Datensatz', value: 'Chargenbericht, Linie 2' },
  ],
  figure: { name: 'Stückzahl', value: '4711' },
  less: { sign: '−', name: 'Eins weniger' },
  more: { sign: '+', name: 'Eins mehr' },
  restore: 'Zurücksetzen',
  filed: 'Hinterlegt',
  now: 'Jetzt',
  intact: 'Das Siegel passt zum Datensatz.',
  broken: 'Das Siegel passt nicht mehr: Der Datensatz wurde geändert.',
} as const;
