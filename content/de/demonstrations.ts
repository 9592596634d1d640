export const sixtyDays = {
  turn: 'Zeiger drehen',
  day: 'Tag {day} von 60',
  steps: [
    { title: 'Dateneingang', description: 'Datensätze kommen aus 12 verschiedenen Quellen.' },
    {
      title: 'Prüfung',
      description: 'Jede Zahl lässt sich bis zu ihrer Herkunft zurückverfolgen.',
    },
    { title: 'Neuberechnung', description: 'Der Preis des Tokens wird neu berechnet.' },
    { title: 'Neuer Preis', description: 'Er kann sinken oder steigen.' },
  ],
  note: 'Das Zifferblatt zeigt die Reihenfolge der Schritte, nicht ihre Dauer.',
} as const;

export const alteredFigure = {
  title: 'Ändern Sie eine Zahl',
  lede: 'Die Linien des Siegels ergeben sich aus dem Datensatz. Ändern Sie eine einzige Ziffer, und es ist ein anderes Siegel.',
  mark: 'Vorführung mit einem Musterdatensatz',
  rows: [
    { name: 'Quelle', value: 'Produktion' },
    { name: 'Datensatz', value: 'Chargenblatt, Ofen 2' },
  ],
  figure: { name: 'Brote', value: '820' },
  less: { sign: '−', name: 'Eins weniger' },
  more: { sign: '+', name: 'Eins mehr' },
  restore: 'Zurücksetzen',
  filed: 'Siegel laut Akte',
  now: 'Siegel jetzt',
  intact: 'Das Siegel passt zum Datensatz.',
  broken: 'Das Siegel passt nicht mehr: Der Datensatz wurde verändert.',
} as const;
