export const legal = {
  sample: 'Musterseite',
  disclaimer: 'Die Zahlen dienen der Veranschaulichung. Dies ist kein Angebot und keine Beratung.',
  documents: [],
  privacy: {
    title: 'Hinweise zum Datenschutz',
    points: [
      {
        term: 'Wer verantwortlich ist',
        text: '{legalName}, {address}; schreiben Sie uns an {mail}.',
      },
      {
        term: 'Was wir speichern und warum',
        text: 'Ihren Namen, den Namen Ihres Unternehmens und Ihre E-Mail-Adresse. Dazu die Sprache dieser Seite, Ihre Zeitzone, den Link oder die Website, über die Sie gekommen sind, und den Zeitpunkt Ihrer Anfrage. Sie haben uns gebeten, uns bei Ihnen zu melden: Dafür verwenden wir diese Angaben und für nichts anderes. Ein Programm prüft jede Anfrage auf Spam. Was nach Spam aussieht, wird zurückgehalten, bis ein Mensch es gelesen hat.',
      },
      {
        term: 'Was unser Server protokolliert',
        text: 'Den Zeitpunkt jedes Abrufs und die IP-Adresse, von der er kam, so gekürzt, dass sie sich nicht mehr Ihnen allein zuordnen lässt. Was Sie eingeben, wird nicht protokolliert.',
      },
      {
        when: 'counts',
        term: 'Was wir zählen',
        text: 'Wie oft jede Seite an einem Tag aufgerufen wird, in welcher Sprache und über welchen Link oder welche Website. Wir zählen Aufrufe, keine Personen: Nichts davon lässt auf Sie oder Ihr Gerät schließen.',
      },
      {
        term: 'Wer Ihre Anfrage noch erhält',
        text: 'Jede Anfrage wird automatisch an {webhook} übermittelt. Wenn Sie einen Termin wählen, erhält {scheduling}, was Sie dort eingeben.',
      },
      {
        term: 'Was wir Ihnen senden',
        text: 'Eine E-Mail von {receipt} bestätigt, dass Ihre Anfrage angekommen ist.',
      },
      {
        term: 'Wie lange wir sie aufbewahren',
        text: 'Wir löschen Ihre Anfrage spätestens {storagePeriod} nach Abschluss der Bearbeitung.',
      },
      {
        term: 'Wie Sie sie löschen lassen',
        text: 'Schreiben Sie von der Adresse, die Sie angegeben haben, an {mail}. Wir löschen Ihre Anfrage und bestätigen Ihnen die Löschung. Wir behalten nur ihre Nummer und ihren Zeitpunkt, damit keine Sicherungskopie sie zurückbringt.',
      },
      {
        when: 'inbox',
        term: 'Was wir zu Ihrer Anfrage vermerken',
        text: 'Wer sie wann bearbeitet hat und was dabei notiert wurde. Beides wird mit Ihrer Anfrage aufbewahrt und mit ihr gelöscht.',
      },
      {
        term: 'Was auf diesem Gerät bleibt',
        text: 'Nichts. Was Sie eingeben, bleibt in der geöffneten Seite und verschwindet, wenn Sie sie schließen.',
      },
    ],
  },
} as const;
