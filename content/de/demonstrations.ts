export const alteredFigure = {
  title: 'Ändern Sie eine Zahl',
  lede: 'Dieses Siegel ist aus seinem Datensatz gezeichnet. Ändern Sie eine einzige Ziffer, und es passt nicht mehr.',
  mark: 'Musterdatensatz',
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
  broken: 'Das Siegel passt nicht mehr zum Datensatz.',
} as const;
