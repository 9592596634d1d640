export const provider = {
  legalName: 'Mühle & Łąka Genossenschaft eG',
  address: 'Am Neißeufer 3, 02826 Görlitz',
  storagePeriod: 'sechs Monate',
  register: 'GnR 0000, Amtsgericht Dresden',
  licence: 'Erlaubnis nach § 0 der Musterordnung',
  supervisoryBody: 'Aufsicht: Musteramt für Genossenschaften',
  contact: {
    title: 'Ihre Ansprechperson',
    name: 'Grażyna Musterfrau',
    role: 'Mitgliederbetreuung',
    picture: 'kontakt.jpg',
    phone: '+49 (0)3581 000-12',
    office: 'Neißemühle, 2. Stock, Montag bis Freitag von 9 bis 15 Uhr',
  },
  reference: {
    text: '„Wir haben unsere Lieferscheine zum ersten Mal ganz durchgesehen und wissen jetzt, was in ihnen steckt.“',
    from: 'Mehmet Beispiel, Bäckerei Şeker in Zgorzelec',
  },
};
