export const report = {
  title: 'Die letzten 90 Tage',
  subject: '{brand}: die letzten 90 Tage, Woche ab {week}',
  attached:
    'Dasselbe hängt als Blatt mit Zeichnungen an. Beides enthält weder Namen noch Adressen.',
  footer:
    'Gezeichnet: {time}. Zeiten und Tage in UTC. Das Blatt enthält weder Namen noch Adressen.',

  labels: {
    leads: 'Anfragen',
    busiest: 'Die meisten an einem Tag',
    contacted: 'Kontaktiert',
    median: 'Erster Kontakt, Median',
    worst: 'Erster Kontakt, längste Zeit',
    kept: 'Binnen {duration} kontaktiert',
    open: 'Warten jetzt auf Kontakt',
    overdue: 'Länger als {duration}',
    oldest: 'Die längste Wartezeit',
    quarantined: 'Sahen nach Spam aus',
    mail: 'Mail',
    webhook: 'Webhook',
    chat: 'Chat',
  },
  share: '{share} ({part} von {whole})',
  onDay: '{count} ({day})',
  deliveries: '{done} zugestellt, {pending} wartend, {dead} aufgegeben',

  headings: {
    days: 'Anfragen je Tag',
    contact: 'Zeit bis zum ersten Kontakt',
    open: 'Warten jetzt, nach Alter',
    quarantined: 'Was nach Spam aussah',
    deliveries: 'Zustellungen an Sie',
  },
  contactTimes: [
    'unter 1 Stunde',
    '1 bis 4 Stunden',
    '4 bis 8 Stunden',
    '8 bis 24 Stunden',
    '1 bis 3 Tage',
    '3 bis 7 Tage',
    'über 7 Tage',
  ],
  ages: ['unter 1 Tag', '1 bis 3 Tage', '3 bis 7 Tage', '7 bis 30 Tage', 'über 30 Tage'],
  legend: {
    spam: 'schraffiert: sah nach Spam aus',
    late: 'schraffiert: länger als {duration}',
    undelivered: 'schraffiert: wartend oder aufgegeben',
  },
  nothing: 'Nichts zu zeichnen.',
};
