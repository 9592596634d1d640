export const mail = {
  subject: 'Gesprächsanfrage von {name}, {company_name}',
  heading: 'Jemand bittet um ein Gespräch',
  labels: {
    created_at: 'Eingegangen am',
    language: 'Sprache',
    id: 'Anfragenummer',
  },
  zone: 'UTC',
  reply: 'Ihre Antwort auf diese Mail geht an die Person, die angefragt hat.',
  quarantined: {
    one: 'Eine Anfrage sieht nach Spam aus. Sie wurde aufbewahrt, aber nicht verschickt: ./lodemark list --quarantined',
    many: '{count} Anfragen sehen nach Spam aus. Sie wurden aufbewahrt, aber nicht verschickt: ./lodemark list --quarantined',
  },
  reminder: {
    subject: {
      one: 'Wartet noch: {name}, {company_name}',
      many: '{count} Anfragen warten noch auf Sie',
    },
    heading: 'Sie haben zugesagt, sich zu melden',
    text: 'Vor mehr als {duration} eingegangen und nicht als kontaktiert markiert:',
    more: '… und {count} weitere.',
    mark: 'Melden Sie sich, und markieren Sie die Anfrage dann als kontaktiert: {way}',
  },
  sent: 'Gesendet von {brand}. Eine Mail kann doppelt ankommen; beide tragen dann dieselbe Anfragenummer.',
  test: {
    subject: 'Test von {brand}',
    heading: 'Dies ist ein Test',
    text: 'Mails von {brand} kommen bei Ihnen an. So werden Sie auch Anfragen von Besuchern erhalten.',
  },
} as const;

export const signInMail = {
  subject: 'Anmelden im Posteingang von {brand}',
  open: 'Öffnen Sie diesen Link in dem Browser, in dem Sie ihn angefordert haben, und drücken Sie dort den Knopf:',
  validity: 'Der Link gilt zehn Minuten lang und ein einziges Mal.',
  unasked:
    'Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ohne Ihren Browser kann ihn niemand benutzen.',
} as const;
