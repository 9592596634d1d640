export const controls = {
  skip: 'Zum Inhalt',
  home: 'Startseite',
  menu: 'Menü',
  sections: 'Abschnitte',
  close: 'Schließen',
  previous: 'Zurück',
  next: 'Weiter',
  backToHome: 'Zurück zur Startseite',
} as const;

export const bookingForm = {
  title: 'Rückruf vereinbaren',
  lede: 'Hinterlassen Sie Namen und Adresse. Wir melden uns für einen Termin und schätzen, was Ihre Daten wert sein können.',
  labels: { name: 'Vor- und Nachname', company_name: 'Betrieb', email: 'E-Mail-Adresse' },
  leaveEmpty: 'Bitte leer lassen',
  submit: 'Bitte absenden',
  submitting: 'Wird gesendet …',
  slow: 'Das dauert länger als sonst. Wir versuchen es weiter.',
  failed: 'Das Absenden ist misslungen. Bitte versuchen Sie es später noch einmal.',
  offline: 'Sie scheinen offline zu sein.',
  writeInstead: 'Sie können uns auch schreiben:',
  length: 'Höchstens {max} Zeichen, und nicht nur Leerzeichen',
  withoutScript: 'Dieses Formular braucht ein Skript. Bitte schreiben Sie uns stattdessen:',
} as const;

export const alerts = {
  booked: 'Vielen Dank für Ihr Interesse. Wir melden uns in Kürze.',
  copied: 'Adresse kopiert. Öffnen Sie Instagram, um sie weiterzusagen.',
  copyByHand: 'Ihr Browser lässt uns nicht kopieren. Kopieren Sie bitte diese Adresse:',
} as const;

export const certificate = {
  title: 'Musterurkunde',
  serial: 'Nummer',
  notice: 'Muster, kein Token',
  meaning:
    'Ihre Linien entstehen aus Ihrem Namen und Ihrer Firma: ein Buchstabe mehr, und sie ändern sich.',
  print: 'Drucken',
  save: 'Als SVG sichern',
} as const;

export const nextSteps = {
  title: 'So geht es weiter',
  arrived: 'Ihre Anfrage ist angekommen.',
  steps: [
    { title: 'Ihre Anfrage kommt bei uns an.', detail: '' },
    { title: 'Wir rufen Sie an.', detail: 'Werktags von acht bis fünf.' },
  ],
} as const;

export const errorScreen = {
  title: 'Unerwarteter Fehler!',
  request: 'Anfrage',
  help: 'Fehlt etwas, oder ist etwas kaputt? Schreiben Sie uns:',
} as const;
