export const controls = {
  skip: 'Zum Inhalt springen',
  home: 'Startseite',
  menu: 'Menü',
  sections: 'Abschnitte',
  close: 'Schließen',
  backToHome: 'Zurück zur Startseite',
} as const;

export const bookingForm = {
  title: 'Gespräch buchen',
  pageTitle: 'Gespräch über Datentokenisierung buchen',
  lede: 'Fragen Sie uns, wer Ihren Token kaufen würde, was er kostet und welche Daten Ihr Unternehmen verlassen. Wir nutzen Ihre Angaben nur, um das Gespräch zu vereinbaren.',
  labels: {
    name: 'Name',
    company_name: 'Unternehmen',
    email: 'E-Mail-Adresse',
  },
  leaveEmpty: 'Dieses Feld bitte leer lassen',
  submit: 'Anfrage senden',
  submitting: 'Wird gesendet …',
  slow: 'Das dauert länger als üblich. Wir versuchen es weiter.',
  failed: 'Das Formular konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
  writeInstead: 'Oder schreiben Sie uns eine E-Mail:',
  length: 'Höchstens {max} Zeichen, nicht nur Leerzeichen',
  withoutScript:
    'Dieses Formular benötigt JavaScript. Bitte schreiben Sie uns stattdessen eine E-Mail:',
} as const;

export const alerts = {
  booked: 'Vielen Dank für Ihr Interesse. Wir melden uns in Kürze bei Ihnen.',
  writeTo: 'Wir schreiben an {email}.',
  copied: 'Adresse in die Zwischenablage kopiert. Öffnen Sie Instagram, um sie zu teilen.',
  copyByHand:
    'Ihr Browser hat das Kopieren nicht zugelassen. Hier können Sie die Adresse kopieren:',
} as const;

export const contactRule = {
  rule: 'Wir melden uns innerhalb von {time}.',
  moment: 'Wir melden uns bis {moment}.',
  chooseTime: 'Einen Termin wählen',
  times: {
    m: { one: '{count} Minute', other: '{count} Minuten' },
    h: { one: '{count} Stunde', other: '{count} Stunden' },
    d: { one: '{count} Tag', other: '{count} Tagen' },
  },
  workingTimes: {
    m: { one: '{count} Minute unserer Arbeitszeit', other: '{count} Minuten unserer Arbeitszeit' },
    h: { one: '{count} Arbeitsstunde', other: '{count} Arbeitsstunden' },
    d: { one: '{count} Arbeitstag', other: '{count} Arbeitstagen' },
  },
} as const;

export const receipt = {
  subject: 'Ihre Anfrage an {brand}',
  ignore: 'Wenn Sie keine Anfrage gesendet haben, ignorieren Sie diese E-Mail.',
} as const;

export const certificate = {
  title: 'Musterurkunde',
  serial: 'Serien-Nr.',
  notice: 'Muster, kein Token',
  meaning:
    'Aus Ihrem Namen und dem Ihres Unternehmens gezeichnet. Ändern Sie einen Buchstaben, ändert sich das Muster.',
  print: 'Drucken',
  save: 'Als SVG speichern',
} as const;

export const nextSteps = {
  title: 'So geht es weiter',
  arrived: 'Wir haben Ihre Anfrage erhalten.',
  steps: [
    {
      title: 'Sie senden uns Ihre Anfrage.',
      detail: 'Wir melden uns und vereinbaren ein Gespräch.',
    },
    {
      title: 'Wir sprechen über Ihre Daten.',
      detail: 'Bitten Sie uns, einem Ihrer Belege bis zum Token zu folgen.',
    },
    {
      title: 'Sie entscheiden.',
      detail: 'Nehmen Sie sich Zeit.',
    },
  ],
} as const;

export const share = {
  button: 'Teilen',
  title: 'Diese Seite teilen',
  subject: 'Lesenswert:',
  newWindow: 'öffnet ein neues Fenster',
  options: [
    { id: 'email', name: 'E-Mail' },
    { id: 'whatsapp', name: 'WhatsApp' },
    { id: 'sms', name: 'SMS' },
    { id: 'instagram', name: 'Instagram' },
    { id: 'twitter', name: 'Twitter' },
    { id: 'linkedin', name: 'LinkedIn' },
    { id: 'facebook', name: 'Facebook' },
  ],
} as const;

export const reply = {
  subject: 'Ihre Anfrage an {brand}',
  greeting: 'Guten Tag {name},',
  body: 'vielen Dank für Ihre Anfrage.',
} as const;

export const errorScreen = {
  title: 'Ein unerwarteter Fehler ist aufgetreten',
  request: 'Vorgang',
  help: 'Fehlt etwas oder funktioniert etwas nicht? Schreiben Sie uns:',
} as const;
