export const sections = [
  { id: 'solution', name: 'Lösung' },
  { id: 'architecture', name: 'Architektur' },
  { id: 'cases', name: 'Anwendungen' },
  { id: 'revenue', name: 'Erträge' },
  { id: 'security', name: 'Sicherheit' },
  { id: 'join', name: 'Mitmachen' },
] as const;

export const hero = {
  pageTitle: 'Datentokenisierung für Unternehmen',
  eyebrow: 'Datentokenisierung',
  title: 'Machen Sie aus Industrie\u00ADdaten',
  titleAccent: 'digitalen Wert',
  lede: 'Wir erfassen prüfbare Unternehmensdaten und wandeln sie in eine neue digitale Anlageklasse um: einen\u00A0Token.',
  summary:
    'Datentokenisierung für Unternehmen: Aus prüfbaren Unternehmensdaten wird ein Token auf BTC und ETH. Sein Preis wird alle 60 Tage neu berechnet. Buchen Sie ein Gespräch.',
  pictureLine: 'Prüfbare Daten. Ein Token auf BTC und ETH.',
  action: 'Lösung ansehen',
  secondAction: 'Gespräch buchen',
  terms: [
    {
      term: 'Ihr Beitrag',
      text: 'Daten, die Sie ohnehin aufbewahren: Aufträge, Chargen, Zählerstände.',
    },
    {
      term: 'Ihr Nutzen',
      text: 'Ein Token: Geld aus ungenutzten Daten und, wenn Prüfer zustimmen, Wert in der Bilanz.',
    },
    { term: 'Zuerst', text: 'Ein Gespräch. Es ist kein Vertrag. {call}.' },
  ],
  figuresTitle: 'In Zahlen',
  figures: [
    { figure: '20+', label: 'Jahre Erfahrung', detail: '' },
    { figure: '12', label: 'Datenquellen' },
    { figure: '60', label: 'Tage je Preiszyklus' },
    { figure: '6', label: 'Stufen der Ver\u00ADschlüsselung' },
  ],
} as const;

export const solution = {
  title: 'Lassen Sie Ihre Daten für sich arbeiten',
  lede: 'Die meisten Daten werden abgelegt und nie wieder geöffnet.',
  claims: [
    {
      icon: 'factory',
      title: 'Digitaler Wert aus Industriedaten',
      description: 'Aus dem, was Ihr Unternehmen jeden Tag aufzeichnet, entsteht der Token.',
    },
    {
      icon: 'file-search',
      title: 'Prüfbare Unternehmensdaten',
      description:
        'Wir erfassen Ihre Daten so, dass ein Prüfer jede Zahl bis zu ihrer Quelle zurückverfolgen kann.',
    },
    {
      icon: 'coin',
      title: 'Eine neue digitale Anlageklasse',
      description:
        'Wir machen aus den Daten einen Token: einen digitalen Vermögenswert, den Sie in einer Wallet halten und tauschen können.',
    },
    {
      icon: 'scale',
      title: 'Wert für die Bilanz',
      description:
        'Daten können Vermögen sein statt Kosten. Ob und mit welchem Wert sie in der Bilanz stehen, klären Sie mit Ihrem Wirtschaftsprüfer.',
    },
    {
      icon: 'vault',
      title: 'Erträge aus ungenutzten Daten',
      description: 'Daten, die heute brachliegen, können Geld einbringen.',
    },
  ],
} as const;

export const architecture = {
  title: 'Zwölf Datenquellen. Ein Token.',
  lede: 'Eine Datenquelle ist etwa Ihr Vertrieb oder Ihr Energieverbrauch.',
  drawingLabel: 'Wie aus Ihren Daten ein Token wird',
  drivers: {
    title: 'Eingang',
    description: 'Die Daten kommen aus 12 verschiedenen Quellen.',
    names: [
      'Vertrieb',
      'Aufträge',
      'Lager',
      'Produktion',
      'Logistik',
      'Qualität',
      'Energie',
      'Anlagen',
      'Verträge',
      'Finanzen',
      'Wartung',
      'Märkte',
    ],
  },
  erp: {
    title: 'ERP',
    description: 'Ein ERP-System verarbeitet die Stammdaten.',
    label: 'Stamm\u00ADdaten',
  },
  processing: {
    title: 'Auswertung',
    description: 'Preis, Menge und Metadaten werden verarbeitet.',
    parts: [
      { title: 'Preis', description: 'laut Beleg' },
      { title: 'Menge', description: 'wie viel es ist' },
      { title: 'Meta\u00ADdaten', description: 'woher es kommt' },
    ],
  },
  token: {
    title: 'Token',
    description: 'Aus allen Daten wird ein Token.',
    others: 'und alle anderen Daten',
  },
  blockchains: {
    title: 'Blockchains',
    description: 'Der Token entsteht auf zwei Blockchains.',
    chains: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'ETH', name: 'Ethereum' },
    ],
  },
} as const;

export const cases = {
  title: 'Drei Beispiele',
  lede: 'Was hineingeht und was daraus wird.',
  note: 'Alle drei und ihre Zahlen sind erfunden.',
  labels: {
    records: 'Daten',
    token: 'Token',
    result: 'Ergebnis',
    supply: 'Wert aller Token',
    holders: 'Inhaber',
    markets: 'Märkte',
  },
  stories: [
    {
      picture: 'boxing',
      alt: 'Stich: Boxhandschuhe an einem Ringseil',
      title: 'Vermögenswert Boxsport',
      records: 'Kämpfe, Tickets und Übertragungen aus zehn Jahren.',
      token: 'Steht für die Daten der Arena, nicht für ihre Boxer.',
      result: 'Ein Archiv, das niemand öffnete, bringt Geld ein.',
      valueLabel: 'Sportlicher Wert',
      supply: '1,45 Mio. $',
      holders: '300',
      markets: '11',
      mark: '',
      source: '',
      link: '',
    },
    {
      picture: 'bakery',
      alt: 'Stich: Brotlaib, Ofen und Mehlsack',
      title: 'Vermögenswert Bäckerei',
      records: 'Rezepte, Chargen und Bestellungen einer Großbäckerei.',
      token: 'Steht für die Daten der Produktion, nicht für das Brot.',
      result: 'Der Prüfer hat die Daten als Vermögen anerkannt.',
      valueLabel: 'Produktionswert',
      supply: '3,35 Mio. $',
      holders: '83',
      markets: '5',
      mark: '',
      source: '',
      link: '',
    },
    {
      picture: 'realEstate',
      alt: 'Stich: Eckhaus mit Kuppel',
      title: 'Vermögenswert Immobilie',
      records: 'Mietverträge, Zählerstände und Reparaturen.',
      token: 'Steht für die Daten des Hauses, nicht für das Haus.',
      result: 'Der Eigentümer tauscht ihn gegen Token anderer Branchen.',
      valueLabel: 'Immobilienwert',
      supply: '5,2 Mio. $',
      holders: '150',
      markets: '8',
      mark: '',
      source: '',
      link: '',
    },
  ],
} as const;

export const revenue = {
  title: 'Woher Erträge kommen können',
  lede: 'Was Käufer für den Token bezahlen, kann Ihre Einnahme werden. Sein Preis kann steigen oder fallen.',
  dialCaption: 'Ein Preiszyklus: 60 Tage',
  moneyTitle: 'So kann Geld zu Ihnen kommen',
  money: [
    { who: 'Ihre Daten', what: 'werden zu einem Token' },
    { who: 'Käufer', what: 'kaufen ihn zum Halten, Tauschen, Zahlen' },
    { who: 'Sie', what: 'können verdienen, was sie bezahlen' },
    { who: 'Alle 60 Tage', what: 'wird der Preis neu berechnet' },
  ],
  moneyExample: 'Bei der Bäckerei haben 83 Inhaber Token für zusammen 3,35 Mio. $.',
  groups: [
    {
      title: 'Was Sie gewinnen können',
      themes: [
        {
          icon: 'stacks',
          title: 'Wachstum der Markt\u00ADkapitalisierung',
          description: 'Der Gesamtwert der ausgegebenen Token kann wachsen.',
        },
        {
          icon: 'circle-plus',
          title: 'Neuer Vermögenswert',
          description:
            'Ihre Daten können einen eigenen Wert gewinnen, neben dem, was Sie herstellen und verkaufen.',
        },
        {
          icon: 'chart',
          title: 'Höhere Rentabilität',
          description: 'Für Daten, die heute nur Speicherplatz kosten, können andere bezahlen.',
        },
      ],
    },
    {
      title: 'Wie der Token funktioniert',
      themes: [
        {
          icon: 'calendar-sync',
          title: '60-Tage-Zyklus',
          description: 'Sie wissen im Voraus, an welchem Tag der nächste Preis kommt.',
        },
        {
          icon: 'exchange',
          title: 'Grenz\u00ADüberschreitende Zahlungen',
          description: 'Mit dem Token lässt sich über Grenzen hinweg bezahlen.',
        },
        {
          icon: 'lock-keyhole',
          title: 'Sechsstufige Daten\u00ADverschlüsselung',
          description: 'Sechs Verschlüsselungsstufen schützen die Daten hinter dem Token.',
        },
      ],
    },
  ],
} as const;

export const security = {
  title: 'Wie Ihre Daten geschützt sind',
  lede: 'Daten sind nur etwas wert, solange sie vollständig und vertraulich bleiben.',
  ringsCaption: 'Ihre Daten im Kern',
  ringsNote: 'Jeder Ring ist eine Stufe der Verschlüsselung.',
  themes: [
    {
      icon: 'network',
      title: 'Dezentrale private Knoten',
      description: 'Die Knoten sind privat, und kein einzelner hat die Kontrolle.',
    },
    {
      icon: 'shield',
      title: 'Mehrschichtiger Schutz',
      description: 'Versagt eine Schutzschicht, greift die nächste.',
    },
    {
      icon: 'fingerprint',
      title: 'Datenintegrität',
      description: 'Wird ein Datensatz verändert, lässt sich das feststellen.',
    },
    {
      icon: 'stamp',
      title: 'Regelkonforme Token-Architektur',
      description:
        'Regelkonformität gehört zum Entwurf und wird nicht nachgerüstet. Wir arbeiten in {jurisdictions}.',
    },
    {
      icon: 'scroll-text',
      title: 'Prüfbare Transaktionen',
      description: 'Jede Transaktion hinterlässt einen Eintrag, den ein Prüfer kontrollieren kann.',
    },
    {
      icon: 'wallet',
      title: 'Wallet mit Token-Tausch über Branchen hinweg',
      description: 'Sie verwahren Ihre Token und tauschen sie gegen Token anderer Branchen.',
    },
    {
      icon: 'earth',
      title: 'Weltweiter Zugang',
      description: 'Sie kommen von überall auf der Welt an Ihre Token.',
    },
    {
      icon: 'smartphone',
      title: 'USSD über Mobilfunkanbieter',
      description: 'Zugang gibt es auch per USSD, über die Textmenüs der Mobilfunkanbieter.',
    },
  ],
} as const;

export const questions = {
  title: 'Fragen, die sich lohnen',
  duties: [
    {
      who: 'Dafür stehen wir ein',
      what: 'Den Weg vom Datensatz zum Token: wie wir Ihre Daten erfassen und schützen und den Preis des Tokens berechnen.',
    },
    {
      who: 'Dafür stehen Sie ein',
      what: 'Richtige Datensätze. Ein Siegel zeigt eine Änderung, keinen Fehler.',
    },
    {
      who: 'Das klären Ihr Prüfer und Ihr Anwalt',
      what: 'Ob der Token in Ihre Bilanz gehört und welche Regeln für Sie gelten.',
    },
    {
      who: 'Das kann niemand versprechen',
      what: 'Käufer, einen steigenden Preis oder unveränderte Regeln.',
    },
  ],
  entries: [
    {
      question: 'Wozu berechtigt ein Token?',
      answer:
        'Der Inhaber kann ihn in einer Wallet verwahren, gegen Token anderer Branchen tauschen und damit über Grenzen hinweg bezahlen. Ein anderes Recht versprechen wir nicht. Bietet Ihnen jemand eines an, lassen Sie es sich schriftlich zeigen.',
    },
    {
      question: 'Wer kauft den Token?',
      answer:
        'Wer erwartet, dass sein Wert steigt, und Unternehmen, die Token tauschen oder damit über Grenzen hinweg bezahlen. Käufer versprechen wir nicht. Fragen Sie uns, wie viele Inhaber jeder heutige Token hat und auf wie vielen Märkten er gehandelt wird.',
    },
    {
      question: 'Was kostet es?',
      answer:
        'Das hängt davon ab, welche der 12 Quellen Sie haben, in welchem ERP Ihre Stammdaten liegen und welche Daten ein Prüfer schon heute zurückverfolgen könnte. Fragen Sie nach jedem Betrag einzeln: zu Beginn, pro Jahr und je Blockchain.',
    },
    { question: 'Wem gehören die Daten und der Token?', answer: '' },
    {
      question: 'Ist das regelkonform?',
      answer:
        'Darauf ist es ausgelegt. Wir arbeiten in {jurisdictions}. Welche Regeln gelten, hängt davon ab, wo Sie tätig sind: Fragen Sie Ihren Anwalt, und fragen Sie uns im Gespräch.',
    },
    {
      question: 'Was sollten wir im Gespräch fragen?',
      answer:
        'Wem gehören die Daten und der Token? Welche unserer Daten verlassen das Haus, und wer kann sie lesen? Was ist auf einer Blockchain für alle sichtbar? Wie kommen wir wieder heraus? Bringen Sie Ihren Wirtschaftsprüfer, Ihren Anwalt und Ihre IT mit.',
    },
  ],
} as const;

export const join = {
  title: 'Seien Sie dabei',
  lede: 'Stellen Sie uns Ihre schwierigsten Fragen. Wir haben mehr als 20 Jahre Erfahrung.',
  offers: [
    {
      icon: 'file-signature',
      title: 'Lizenz\u00ADvertrag',
      description: 'Lassen Sie ihn vorher von Ihrem Anwalt prüfen.',
      document: '',
    },
    {
      icon: 'growth',
      title: 'Wachstum',
      description: 'Ihr Vermögenswert kann mit den Daten wachsen, die Ihr Unternehmen erzeugt.',
    },
    {
      icon: 'podium',
      title: 'Führend in der Branche',
      description:
        'Nutzen Sie Ihre Daten, während andere in Ihrer Branche ihre brachliegen lassen.',
    },
  ],
  action: 'GESPRÄCH BUCHEN',
} as const;

export const footer = {
  quickLinks: 'Schnellzugriff',
  contact: 'Kontakt',
  poweredBy: 'POWERED BY',
} as const;
