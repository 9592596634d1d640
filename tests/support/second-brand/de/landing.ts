export const hero = {
  eyebrow: 'Gemessen und gezeichnet',
  title: 'Ackerdaten werden zu',
  titleAccent: 'Vermögen',
  lede: 'Jede Ernte hinterlässt Aufzeichnungen. Wir sammeln sie prüfbar ein und machen daraus Anteile, die in der Bilanz stehen.',
  summary:
    'Wir erheben prüfbare Betriebsdaten von Höfen, Mühlen und Häfen und machen daraus einen handelbaren Anteil auf BTC und ETH.',
  action: 'Zur Lösung',
  secondAction: 'Rückruf vereinbaren',
  figuresTitle: 'In Zahlen',
  figures: [
    { figure: '35+', label: 'Jahre Erfahrung' },
    { figure: '12', label: 'Datenquellen' },
    { figure: '60', label: 'Tage je Bewertung' },
    { figure: '6', label: 'Ebenen des Schutzes' },
  ],
} as const;

export const solution = {
  title: 'Was Ihre Daten wert sind',
  lede: 'Wiegescheine, Bodenproben und Wetterreihen liegen meist ungenutzt im Schrank. In vier Schritten werden sie zu Eigentum.',
  claims: [
    { icon: 'wheat', title: 'Vom Feld in die Bilanz', description: 'Was anfällt, wird Anteil.' },
    { icon: 'clipboard-check', title: 'Prüfbare Betriebsdaten', description: 'Von Łódź bis Ağrı.' },
    { icon: 'coins', title: 'Eine neue Anlageklasse', description: 'Man kann ihn halten.' },
    { icon: 'archive', title: 'Ruhende Daten arbeiten', description: 'Auch alte Jahrgänge.' },
  ],
} as const;

export const cases = {
  title: 'Drei Höfe, drei Werte',
  lede: 'Saatgut, Fisch und Brot: drei Muster dafür, was ein Anteil sein kann.',
  mark: 'Erfundenes Beispiel',
  labels: {
    supply: { name: 'Umfang', meaning: 'Wert aller Anteile' },
    holders: { name: 'Eigner', meaning: 'wer Anteile hält' },
    markets: { name: 'Märkte', meaning: 'wo gehandelt wird' },
  },
  stories: [
    {
      picture: 'rosette',
      alt: 'Medaillon aus feinen Linien',
      title: 'Saatgutspeicher Łęczyca',
      records: 'Aus Ernten und Keimproben',
      valueLabel: 'Wert der Sorten',
      supply: '€0,9 Mio',
      holders: '1.204',
      markets: '3',
    },
    {
      picture: 'hafen.jpg',
      alt: 'Drei Fischerboote in einem Hafen am Abend',
      title: 'Fischerei Beşiktaş',
      records: 'Aus Fängen und Auktionen',
      valueLabel: 'Wert des Fangs',
      supply: '€12,75 Mio',
      holders: '61',
      markets: '14',
    },
    {
      picture: 'bakery',
      alt: 'Stich eines Brotlaibs',
      title: 'Mühlenbäckerei Görlitz',
      records: 'Aus Backzetteln und Bestellungen',
      valueLabel: 'Wert der Backware',
      supply: '€4 Mio',
      holders: '220',
      markets: '6',
    },
  ],
} as const;

export const questions = {
  title: 'Was Landwirte vorher fragen',
  entries: [
    { question: 'Wem gehören die Daten?', answer: 'Immer dem Betrieb, der sie erhoben hat.' },
    { question: 'Was kostet der Anfang?', answer: '' },
  ],
} as const;
