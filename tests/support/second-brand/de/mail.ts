export const mail = {
  subject: 'Rückruf erbeten: {name}, {company_name}',
  heading: 'Jemand bittet um einen Rückruf',
  labels: {
    name: 'Name',
    company_name: 'Betrieb',
    email: 'E-Mail',
    created_at: 'Erbeten am',
    language: 'Sprache',
    id: 'Nummer',
  },
  zone: 'UTC',
  reply: 'Eine Antwort auf diese Mail geht an die anfragende Person.',
  quarantined: {
    one: 'Eine Anfrage sieht nach Werbung aus und wartet: ./lodemark list --quarantined',
    many: '{count} Anfragen sehen nach Werbung aus und warten: ./lodemark list --quarantined',
  },
  sent: 'Gesendet von {brand}. Dieselbe Mail kann zweimal kommen; die Nummer verrät es.',
  test: {
    subject: 'Probe von {brand}',
    heading: 'Das ist eine Probe',
    text: 'Mails von {brand} kommen an. So sehen Bitten um Rückruf aus.',
  },
} as const;
