export const legal = {
  sample: 'Musterseite',
  disclaimer: 'Zahlen nur zur Veranschaulichung; kein Angebot und keine Beratung',
  documents: [],
  privacy: {
    title: 'Hinweise zum Datenschutz',
    points: [
      {
        term: 'Wer verantwortlich ist',
        text: '{legalName}, {address}; Sie erreichen uns unter {mail}.',
      },
      {
        term: 'Was wir speichern und wozu',
        text: 'Ihren Namen, den Namen Ihres Unternehmens, Ihre E-Mail-Adresse, die Sprache dieser Seite und den Zeitpunkt Ihrer Anfrage. Wir verwenden diese Angaben, um uns auf Ihre Bitte hin wegen der Anfrage bei Ihnen zu melden, und zu keinem anderen Zweck. Ein Programm prüft Ihre Anfrage auf Spam; was danach aussieht, wird zurückgehalten, bis ein Mensch es gelesen hat.',
      },
      {
        term: 'Was unser Server bei einem Besuch protokolliert',
        text: 'Den Zeitpunkt eines Abrufs und die IP-Adresse, von der er kam, so gekürzt, dass sie nicht mehr auf Sie allein hinweist. Was Sie eingeben, steht nicht in diesen Protokollen.',
      },
      {
        term: 'Wer die Anfrage in unserem Auftrag erhält',
        text: 'Jede Anfrage wird automatisch an {webhook} übermittelt.',
      },
      {
        term: 'Wie lange wir speichern',
        text: 'Ihre Anfrage wird spätestens {storagePeriod} nach Abschluss der Bearbeitung gelöscht.',
      },
      {
        term: 'Wie Sie die Löschung verlangen',
        text: 'Schreiben Sie an {mail}, und zwar von der Adresse, die Sie angegeben haben. Wir löschen Ihre Anfrage und bestätigen es Ihnen. Zurück bleibt ein Prüfwert, damit dieselbe Anfrage nicht noch einmal gespeichert wird; Ihre Angaben kann niemand daraus ablesen.',
      },
      {
        when: 'inbox',
        term: 'Was wir zu Ihrer Anfrage vermerken',
        text: 'Wer von uns sie wann bearbeitet hat und was dabei notiert wurde. Das wird mit Ihrer Anfrage aufbewahrt und mit ihr gelöscht.',
      },
      {
        term: 'Was auf diesem Gerät bleibt',
        text: 'Ein Vermerk in diesem Tab, dass Sie das Formular gesendet haben, mit der Nummer Ihrer Musterurkunde, bis wir Ihnen gedankt haben oder Sie den Tab schließen; sonst nichts. Ihr Browser berechnet die Nummer aus Name und Unternehmen; an uns wird sie nicht übermittelt. Was Sie eingeben, steht nur in der geöffneten Seite und verschwindet, wenn Sie sie schließen.',
      },
    ],
  },
} as const;
