export const hero = {
  eyebrow: 'Tokenisierung von Daten',
  title: 'Aus Daten der Industrie wird',
  titleAccent: 'digitaler Wert',
  lede: 'Wir erfassen prüfbare Unternehmensdaten und machen daraus eine neue digitale Vermögensklasse: einen Token. So können ungenutzte Daten Geld einbringen und Wert in der Bilanz schaffen.',
  summary:
    'Wir erfassen prüfbare Unternehmensdaten und machen daraus eine neue digitale Vermögensklasse: einen Token auf BTC und ETH. Sein Preis wird alle 60 Tage neu berechnet.',
  action: 'Lösung ansehen',
  secondAction: 'Gespräch buchen',
  figuresTitle: 'In Zahlen',
  figures: [
    { figure: '20+', label: 'Jahre Erfahrung' },
    { figure: '12', label: 'Datenquellen' },
    { figure: '60', label: 'Tage je Preiszyklus' },
    { figure: '6', label: 'Stufen der Ver\u00ADschlüsselung' },
    { figure: '2', label: 'Blockchains: BTC und ETH' },
  ],
} as const;

export const solution = {
  title: 'Von der Ablage zum digitalen Wert',
  lede: 'Jeder Auftrag, jede Charge und jede Zählerablesung hinterlässt einen Datensatz. Die meisten werden abgelegt und nie wieder gebraucht. Das machen wir daraus.',
  claims: [
    {
      icon: 'factory',
      title: 'Digitaler Wert aus Industriedaten',
      description:
        'Die Daten, die in Ihrem Betrieb täglich anfallen, werden zum Rohstoff eines digitalen Vermögenswerts.',
    },
    {
      icon: 'file-search',
      title: 'Prüfbare Daten Ihres Unternehmens',
      description:
        'Wir erfassen die Daten so, dass ein Prüfer jede Zahl bis zu ihrer Herkunft zurückverfolgen kann.',
    },
    {
      icon: 'gem',
      title: 'Eine neue digitale Vermögensklasse',
      description:
        'Aus den Daten wird ein Token: ein digitaler Vermögenswert, der sich in einer Wallet halten und tauschen lässt.',
    },
    {
      icon: 'scale',
      title: 'Wert für die Bilanz',
      description:
        'Daten, die bisher nur Geld kosten, können zum Aktivposten werden. Ob und mit welchem Wert, klären Sie mit Ihrem Wirtschaftsprüfer.',
    },
    {
      icon: 'vault',
      title: 'Erträge aus ungenutzten Daten',
      description: 'Datensätze, die brachliegen, können Geld einbringen.',
    },
  ],
} as const;

export const architecture = {
  title: 'Zwölf Datenquellen. Ein Token.',
  lede: 'In vier Schritten wird aus den täglichen Daten Ihres Unternehmens ein Token auf zwei Blockchains. Fragen Sie im Gespräch, was andere davon sehen könnten.',
  drawingLabel: 'Wie aus Daten ein Token wird',
  drivers: {
    icon: 'import',
    title: 'Eingang',
    description: 'Datensätze kommen aus 12 verschiedenen Quellen. Die Namen sind Beispiele.',
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
    icon: 'database',
    title: 'ERP',
    description: 'Das ERP-System verarbeitet die Stammdaten.',
    label: 'Stamm\u00ADdaten',
  },
  processing: {
    icon: 'calculator',
    title: 'Auswertung',
    description: 'Sie umfasst Preis, Menge und Metadaten.',
    parts: [
      { icon: 'badge-cent', title: 'Preis', description: 'was es wert ist' },
      { icon: 'layers', title: 'Menge', description: 'wie viel es ist' },
      { icon: 'tags', title: 'Meta\u00ADdaten', description: 'woher es kommt' },
    ],
  },
  token: {
    icon: 'coins',
    title: 'Token',
    description: 'Es entsteht ein Token auf zwei Blockchains.',
    chains: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'ETH', name: 'Ethereum' },
    ],
  },
} as const;

export const cases = {
  title: 'Wofür ein Token stehen kann',
  lede: 'Drei erfundene Beispiele zeigen es: aus dem Sport, aus der Backstube und aus der Immobilienwirtschaft.',
  mark: 'Erfundenes Beispiel',
  labels: {
    supply: { name: 'Volumen', meaning: 'Wert aller ausgegebenen Token' },
    holders: { name: 'Inhaber', meaning: 'wer den Token hält' },
    markets: { name: 'Märkte', meaning: 'wo der Token gehandelt wird' },
  },
  stories: [
    {
      picture: 'boxing',
      alt: 'Linienstich: ein Paar geschnürte Boxhandschuhe am Seil eines Rings',
      title: 'Vermögenswert Boxsport',
      records: 'Aus Daten zu Kämpfen, Eintrittskarten und Übertragungen',
      valueLabel: 'Sportlicher Wert',
      supply: '1,45 Mio. $',
      holders: '300',
      markets: '11',
    },
    {
      picture: 'bakery',
      alt: 'Linienstich: ein Laib Brot vor einem Ofen, mit Weizen und einem Mehlsack',
      title: 'Vermögenswert Bäckerei',
      records: 'Aus Daten zu Rezepten, Chargen und Bestellungen',
      valueLabel: 'Produktionswert',
      supply: '3,35 Mio. $',
      holders: '83',
      markets: '5',
    },
    {
      picture: 'realEstate',
      alt: 'Linienstich: ein Eckhaus mit Kuppel in seiner Straße',
      title: 'Vermögenswert Immobilie',
      records: 'Aus Daten zu Mietverträgen, Zählern und Reparaturen',
      valueLabel: 'Immobilienwert',
      supply: '5,2 Mio. $',
      holders: '150',
      markets: '8',
    },
  ],
} as const;

export const revenue = {
  title: 'Alle 60 Tage ein neuer Preis',
  lede: 'Der Preis des Tokens wird in festen Abständen neu berechnet. Hier lesen Sie, woher Erträge kommen können und was die Daten hinter dem Token schützt. Wer ihn kauft und zu welchen Bedingungen, klären wir im Gespräch.',
  dialLabel: 'Zifferblatt mit sechzig Strichen, einem für jeden Tag bis zur Neuberechnung',
  themes: [
    {
      icon: 'trending-up',
      title: 'Wachstum der Marktkapitalisierung',
      description:
        'Der Wert aller Token zusammen kann wachsen, wenn Ihr Unternehmen weitere Daten einbringt.',
    },
    {
      icon: 'globe',
      title: 'Grenzüberschreitende Zahlungen',
      description: 'Mit dem Token lässt sich über Landesgrenzen hinweg bezahlen.',
    },
    {
      icon: 'calendar-sync',
      title: '60-Tage-Zyklus',
      description: 'Der Preis des Tokens wird alle 60 Tage neu berechnet.',
    },
    {
      icon: 'circle-plus',
      title: 'Neuer Vermögenswert',
      description:
        'Ihre Daten können einen eigenen Wert gewinnen, neben dem, was Sie herstellen und verkaufen.',
    },
    {
      icon: 'lock-keyhole',
      title: 'Sechsstufige Datenverschlüsselung',
      description: 'Sechs Stufen der Verschlüsselung schützen die Daten hinter dem Token.',
    },
    {
      icon: 'chart',
      title: 'Höhere Rentabilität',
      description: 'Daten, die Sie ohnehin aufbewahren, können zur Einnahmequelle werden.',
    },
  ],
} as const;

export const security = {
  title: 'Wie Ihre Daten geschützt sind',
  lede: 'Daten behalten ihren Wert nur, solange sie vollständig und vertraulich bleiben. So schützen wir sie, und so erreichen Sie Ihre Token.',
  ringsLabel: 'Sechs konzentrische Ringe um einen Kern: die sechs Stufen der Verschlüsselung',
  ringsCaption: 'Sechsstufige Verschlüsselung',
  themes: [
    {
      icon: 'network',
      title: 'Dezentrale private Knoten',
      description: 'Die Knoten sind privat, und keiner hat allein die Kontrolle.',
    },
    {
      icon: 'shield',
      title: 'Mehrschichtiger Schutz',
      description: 'Versagt eine Schutzschicht, ist die nächste noch da.',
    },
    {
      icon: 'fingerprint',
      title: 'Datenintegrität',
      description: 'Wurde ein Datensatz verändert, lässt sich das feststellen.',
    },
    {
      icon: 'stamp',
      title: 'Regelkonforme Token-Architektur',
      description:
        'Die Architektur ist darauf ausgelegt, Regeln einzuhalten. Welche gelten, hängt davon ab, wo Sie tätig sind.',
    },
    {
      icon: 'scroll-text',
      title: 'Prüfbare Transaktionen',
      description: 'Jede Transaktion hinterlässt einen Eintrag, den ein Prüfer kontrollieren kann.',
    },
    {
      icon: 'wallet',
      title: 'Wallet mit Token-Tausch über Branchen hinweg',
      description:
        'Sie halten Token in einer Wallet und tauschen sie gegen Token anderer Branchen.',
    },
    {
      icon: 'earth',
      title: 'Weltweiter Zugang',
      description: 'Sie erreichen Ihre Token von überall auf der Welt.',
    },
    {
      icon: 'smartphone',
      title: 'USSD über Mobilfunkanbieter',
      description: 'Der Zugang ist auch über USSD möglich, die Textmenüs der Mobilfunkanbieter.',
    },
  ],
} as const;

export const questions = {
  title: 'Fragen, die sich lohnen',
  entries: [
    {
      question: 'Was wird tokenisiert?',
      answer:
        'Ihre Unternehmensdaten. Sie kommen aus 12 Quellen, ein ERP-System verarbeitet die Stammdaten, und die Auswertung umfasst Preis, Menge und Metadaten. Daraus entsteht ein Token auf zwei Blockchains, BTC und ETH.',
    },
    { question: 'Wem gehören die Daten und der Token?', answer: '' },
    {
      question: 'Was bekommt ein Wirtschaftsprüfer?',
      answer:
        'Datensätze, die sich bis zu ihrer Herkunft zurückverfolgen lassen, und zu jeder Transaktion einen Eintrag. Ob der Token in Ihrer Bilanz stehen kann und mit welchem Wert, klären Sie mit Ihrem Wirtschaftsprüfer.',
    },
    {
      question: 'Was sieht eine Aufsichtsbehörde?',
      answer:
        'Eine Architektur, die darauf ausgelegt ist, Regeln einzuhalten, und Transaktionen, die sich prüfen lassen. Welche Regeln für Sie gelten, hängt davon ab, wo Sie tätig sind.',
    },
    { question: 'Was kostet der Einstieg?', answer: '' },
    {
      question: 'Was kann schiefgehen?',
      answer:
        'Der Preis des Tokens wird alle 60 Tage neu berechnet und kann sinken oder steigen. Für einen Token findet sich vielleicht kein Käufer, ein Datensatz kann sich als falsch erweisen, und Regeln können sich ändern. Die Zahlen der Beispiele sind erfunden: Sie sagen nichts darüber, was Ihr Token wert sein wird.',
    },
    {
      question: 'Was geschieht mit unseren Daten?',
      answer:
        'Sechs Stufen der Verschlüsselung, mehrere Schutzschichten und dezentrale private Knoten schützen Ihre Unternehmensdaten.',
    },
    {
      question: 'Was sollten wir im Gespräch fragen?',
      answer:
        'Wer den Token kauft und was ein Käufer dafür bekommt. Was es kostet und wem was gehört. Welche Ihrer Daten das Haus verlassen, wer sie lesen kann und was auf einer Blockchain für jeden sichtbar ist. Wie Sie wieder aussteigen können. Holen Sie Ihren Wirtschaftsprüfer und Ihre IT-Abteilung dazu.',
    },
  ],
} as const;

export const join = {
  title: 'Seien Sie dabei',
  lede: 'Es beginnt mit einem Gespräch. Wir bringen mehr als 20 Jahre Erfahrung mit.',
  offers: [
    {
      icon: 'file-signature',
      title: 'Lizenz\u00ADvertrag',
      description: 'Grundlage ist ein Lizenzvertrag, den Ihr Anwalt vorher lesen kann.',
    },
    {
      icon: 'sprout',
      title: 'Wachstum',
      description:
        'Ihr Vermögenswert kann mit den Daten wachsen, die Ihr Unternehmen laufend erzeugt.',
    },
    {
      icon: 'flag',
      title: 'Führung in der Branche',
      description: 'Gehen Sie voran: Nutzen Sie Ihre Daten, während andere ihre liegen lassen.',
    },
  ],
  action: 'GESPRÄCH BUCHEN',
} as const;

export const footer = {
  quickLinks: 'Schnellzugriff',
  contact: 'Kontakt',
  poweredBy: 'POWERED BY',
} as const;
