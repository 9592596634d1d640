/** The copy of the landing page, section by section. */

export const hero = {
  eyebrow: 'Data, assayed and struck',
  title: 'Turn industry data into',
  titleAccent: 'digital value',
  lede: 'Your company already produces something worth owning. We collect it so that it can be audited, convert it into a new class of digital asset, and let dormant data earn its place on the balance sheet.',
  /** Below the title in the results of search engines, and where a link is shared. */
  summary:
    'We collect auditable company data and convert it into a new digital asset class: a token on BTC and ETH, priced anew every 60 days.',
  action: 'Explore Solution',
  secondAction: 'Book a call',
  figuresTitle: 'In figures',
  figures: [
    { figure: '20+', label: 'years of experience' },
    { figure: '12', label: 'input drivers' },
    { figure: '60', label: 'day pricing cycle' },
    { figure: '6', label: 'levels of encryption' },
    { figure: '2', label: 'blockchains, BTC and ETH' },
  ],
} as const;

export const solution = {
  title: 'What your records are worth, in a form that can be held',
  lede: 'Every order, batch and meter reading leaves a trace. Most of it is filed and forgotten. Five steps turn that trace into something with an owner and a price.',
  claims: [
    {
      icon: 'factory',
      title: 'Industry data into digital value',
      description:
        'What your line of business records every day becomes the raw material of a digital asset.',
    },
    {
      icon: 'file-search',
      title: 'Auditable company data',
      description:
        'Data is collected at its source with its history attached, so an auditor can follow each figure back.',
    },
    {
      icon: 'gem',
      title: 'A new digital asset class',
      description:
        'The collected data is converted into a token: one kind of thing, with one definition, that can be held.',
    },
    {
      icon: 'scale',
      title: 'Balance-sheet value',
      description:
        'What used to be a cost of doing business is set down as value on the balance sheet.',
    },
    {
      icon: 'vault',
      title: 'Dormant data, monetized',
      description:
        'Archives that nobody opens begin to work. Data at rest is put to use and earns.',
    },
  ],
} as const;

export const architecture = {
  title: 'Twelve drivers in. One token out.',
  lede: 'The way from a company’s daily work to a token on two blockchains is short enough to draw.',
  drawingLabel: 'How data becomes a token',
  drivers: {
    title: 'Input',
    description:
      '12 different drivers bring the data in, named here as a typical company names them.',
    names: [
      'Sales',
      'Orders',
      'Inventory',
      'Production',
      'Logistics',
      'Quality',
      'Energy',
      'Assets',
      'Contracts',
      'Finance',
      'People',
      'Markets',
    ],
  },
  erp: {
    title: 'ERP',
    description: 'The ERP processes the master data.',
    label: 'master data',
  },
  processing: {
    title: 'Processing',
    description: 'Each record is reduced to three things.',
    parts: [
      { icon: 'badge-cent', title: 'Price', description: 'what it is worth' },
      { icon: 'layers', title: 'Quantity', description: 'how much there is' },
      { icon: 'tags', title: 'Metadata', description: 'where it comes from' },
    ],
  },
  token: {
    title: 'Token',
    description: 'One token is created, on two blockchains.',
    chains: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'ETH', name: 'Ethereum' },
    ],
  },
} as const;

export const cases = {
  title: 'Three stories, three kinds of value',
  lede: 'A fighter’s name, a baker’s bread, a block of flats: three samples of what an asset can be.',
  mark: 'Specimen',
  labels: { supply: 'Supply', holders: 'Holders', markets: 'Markets' },
  /** docs/make-it-yours.md lists the drawings; rosette, knot and wheel suit any trade. */
  stories: [
    {
      picture: 'boxing',
      alt: 'Line engraving of a pair of laced boxing gloves',
      title: 'Boxing asset',
      valueLabel: 'Certificate of value',
      supply: '$1.45M',
      holders: '300',
      markets: '11',
    },
    {
      picture: 'bakery',
      alt: 'Line engraving of a scored loaf of bread',
      title: 'Bakery asset',
      valueLabel: 'Certificate of value',
      supply: '$3.35M',
      holders: '83',
      markets: '5',
    },
    {
      picture: 'realEstate',
      alt: 'Line engraving of a corner building with rows of windows',
      title: 'Real-estate asset',
      valueLabel: 'Certificate of value',
      supply: '$5.2M',
      holders: '150',
      markets: '8',
    },
  ],
} as const;

export const revenue = {
  title: 'Priced anew every sixty days',
  lede: 'A token that is never revalued is a souvenir. This one is weighed again on a fixed cycle, and six themes carry what it earns.',
  dialLabel: 'A dial of sixty marks, one for each day of the recalculation cycle',
  themes: [
    {
      icon: 'trending-up',
      title: 'Market cap growth',
      description: 'More data and more use widen what the token stands for.',
    },
    {
      icon: 'globe',
      title: 'Cross-border payments',
      description: 'Value settles between countries in the token itself.',
    },
    {
      icon: 'calendar-sync',
      title: '60-day recalculation cycle',
      description: 'Token pricing is recalculated every 60 days.',
    },
    {
      icon: 'circle-plus',
      title: 'New asset value',
      description: 'An asset that was on no list before is now on yours.',
    },
    {
      icon: 'lock-keyhole',
      title: 'Six-level data encryption',
      description: 'What is sold is the token. The data behind it stays sealed.',
    },
    {
      icon: 'chart-no-axes-combined',
      title: 'Increased profitability',
      description: 'Income from records that you already keep.',
    },
  ],
} as const;

export const security = {
  title: 'Six rings around every record',
  lede: 'Data is only worth something while it is yours, whole and unread by others.',
  ringsLabel: 'Six concentric rings around a core: the six levels of encryption',
  ringsCaption: 'Six-level encryption',
  themes: [
    {
      icon: 'network',
      title: 'Decentralized private nodes',
      description: 'The nodes are private, and no single one of them holds the whole.',
    },
    {
      icon: 'shield',
      title: 'Multi-layer protection',
      description: 'A fault in one layer is caught by the next.',
    },
    {
      icon: 'fingerprint',
      title: 'Data integrity',
      description: 'A record that was altered is recognised as altered.',
    },
    {
      icon: 'stamp',
      title: 'Compliant token architecture',
      description: 'Built so that its rules can be laid before a regulator.',
    },
    {
      icon: 'scroll-text',
      title: 'Auditable transactions',
      description: 'Every transfer leaves an entry that can be followed.',
    },
    {
      icon: 'wallet',
      title: 'Wallet with cross-industry token swaps',
      description:
        'Wallet functionality to hold tokens, and to swap them for those of other industries.',
    },
    {
      icon: 'earth',
      title: 'Global access',
      description: 'Reachable from wherever your business is.',
    },
    {
      icon: 'smartphone',
      title: 'USSD operator support',
      description: 'Works through mobile operators’ USSD menus too.',
    },
  ],
} as const;

export const join = {
  eyebrow: 'Join the club',
  title: 'Put your name on it',
  lede: '20+ years of experience stand behind the first conversation. It starts with a call.',
  offers: [
    {
      icon: 'file-signature',
      title: 'License agreement',
      description: 'Clear terms, agreed before anything begins.',
    },
    {
      icon: 'sprout',
      title: 'Growth',
      description: 'An asset that grows with the data your business keeps producing.',
    },
    {
      icon: 'crown',
      title: 'Industry leadership',
      description: 'Be the company in your field that the others are compared with.',
    },
  ],
  action: 'BOOK A CALL',
} as const;

export const footer = {
  quickLinks: 'Quick links',
  contact: 'Contact',
  poweredBy: 'POWERED BY',
} as const;
