export const legal = {
  sample: 'Musterseite',
  disclaimer: 'Beispielhafte Zahlen; kein Angebot und keine Beratung',
  documents: [
    {
      path: 'impressum',
      title: 'Impressum',
      points: [{ term: 'Wer wir sind', text: '{legalName}, {address}; schreiben Sie an {mail}.' }],
    },
  ],
  privacy: {
    title: 'Was mit Ihren Angaben geschieht',
    points: [
      {
        term: 'Wer verantwortlich ist',
        text: '{legalName}, {address}; Sie erreichen uns unter {mail}.',
      },
      {
        term: 'Was gespeichert wird, und wozu',
        text: 'Name, Betrieb, E-Mail-Adresse, die Sprache dieser Seite und der Zeitpunkt Ihrer Bitte. Wir verwenden sie, um Sie anzurufen, und für nichts sonst. Ein Programm prüft die Bitte auf Spam; was danach aussieht, wartet, bis ein Mensch es gelesen hat.',
      },
      {
        term: 'Wie lange',
        text: 'Bis Ihre Bitte erledigt ist. Spätestens {storagePeriod} danach wird sie gelöscht.',
      },
      {
        term: 'Löschen lassen',
        text: 'Schreiben Sie von Ihrer Adresse an {mail}. Auch {mail} bestätigt das. Es bleibt ein Kennzeichen, das eine Wiederholung derselben Bitte abhält; Ihre Angaben sind daraus nicht zu lesen.',
      },
    ],
  },
} as const;
