/** \u00A0 keeps a number and its unit on one line. */
export const records = {
  invitation: 'Welchem Beleg möchten Sie folgen?',
  mark: 'Musterbeleg',
  announcement:
    'Musterbeleg aus der Quelle {driver}: {record}. Er ging in die {erp} ein und wurde für den Token aufgeteilt: {shares}.',
  samples: [
    { record: 'Rechnung, 240\u00A0kg Mehl', shares: ['218,40\u00A0$', '240\u00A0kg', 'Debitoren'] },
    {
      record: 'Auftrag, 36\u00A0Eichentische',
      shares: ['14.220\u00A0$', '36 Tische', 'Onlineshop'],
    },
    { record: 'Inventur, 1.150\u00A0Gläser', shares: ['2.875\u00A0$', '1.150 Gläser', 'Regal C4'] },
    { record: 'Chargenblatt, 820\u00A0Brote', shares: ['984\u00A0$', '820 Brote', 'Ofen 2'] },
    { record: 'Lieferschein, 14\u00A0Paletten', shares: ['630\u00A0$', '14 Paletten', 'Tour 7'] },
    {
      record: 'Prüfbericht, 60\u00A0Gussteile',
      shares: ['1.740\u00A0$', '60 Gussteile', 'Prüfbuch'],
    },
    {
      record: 'Ablesung, 1.320\u00A0kWh',
      shares: ['343,20\u00A0$', '1.320\u00A0kWh', 'Zähler 3'],
    },
    { record: 'Anlagenzugang, 2\u00A0Stapler', shares: ['38.400\u00A0$', '2 Stapler', 'Inventar'] },
    { record: 'Mietvertrag, 24\u00A0Monate', shares: ['9.600\u00A0$', '24 Monate', 'Mietakte'] },
    {
      record: 'Kontoauszug, 3\u00A0Zahlungen',
      shares: ['4.185\u00A0$', '3 Zahlungen', 'Bankkonto'],
    },
    { record: 'Reparatur, 6\u00A0Dichtungen', shares: ['414\u00A0$', '6 Dichtungen', 'Pumpe 5'] },
    { record: 'Börsenkurs, 25\u00A0t Weizen', shares: ['5.650\u00A0$', '25\u00A0t', 'Börse'] },
  ],
} as const;

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
