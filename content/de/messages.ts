export const controls = {
  skip: 'Zum Inhalt springen',
  home: 'Startseite',
  menu: 'Menü',
  sections: 'Abschnitte',
  close: 'Schließen',
  previous: 'Zurück',
  next: 'Weiter',
  backToHome: 'Zurück zur Startseite',
} as const;

export const bookingForm = {
  title: 'Gespräch buchen',
  lede: 'Nennen Sie uns Ihren Namen, Ihr Unternehmen und Ihre E-Mail-Adresse. Wir melden uns, um einen Termin zu finden, und nutzen sie für nichts anderes. Halten Sie Ihre Fragen bereit, auch die Ihres Wirtschaftsprüfers.',
  labels: {
    name: 'Name',
    company_name: 'Unternehmen',
    email: 'E-Mail-Adresse',
  },
  leaveEmpty: 'Bitte leer lassen',
  submit: 'Anfrage senden',
  submitting: 'Wird gesendet …',
  slow: 'Das dauert länger als sonst. Wir versuchen es weiter.',
  failed: 'Das Formular konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
  offline: 'Anscheinend besteht keine Internetverbindung.',
  writeInstead: 'Sie können uns auch schreiben:',
  length: 'Höchstens {max} Zeichen, nicht nur Leerzeichen',
  withoutScript:
    'Ohne JavaScript erreicht uns dieses Formular nicht. Bitte schreiben Sie uns stattdessen:',
} as const;

export const alerts = {
  booked: 'Vielen Dank für Ihr Interesse. Wir melden uns in Kürze bei Ihnen.',
  copied: 'Adresse in die Zwischenablage kopiert. Öffnen Sie Instagram, um sie zu teilen.',
  copyByHand: 'Ihr Browser lässt uns die Adresse nicht kopieren. Bitte kopieren Sie sie hier:',
} as const;

export const certificate = {
  title: 'Musterurkunde',
  serial: 'Nummer',
  notice: 'Muster, kein Token',
  meaning:
    'Ihre Linien entstehen aus Ihrem Namen und Ihrem Unternehmen: ein Buchstabe mehr, und sie ändern sich.',
  print: 'Drucken',
  save: 'Als SVG speichern',
} as const;

export const nextSteps = {
  title: 'Wie es weitergeht',
  arrived: 'Ihre Anfrage ist bei uns eingegangen.',
  steps: [
    { title: 'Ihre Anfrage geht bei uns ein.', detail: '' },
    { title: 'Wir melden uns in Kürze bei Ihnen.', detail: '' },
    { title: 'Wir sprechen über Ihre Daten.', detail: '' },
  ],
} as const;

export const errorScreen = {
  title: 'Ein unerwarteter Fehler ist aufgetreten',
  request: 'Vorgang',
  help: 'Fehlt etwas, oder funktioniert etwas nicht? Schreiben Sie uns:',
} as const;
