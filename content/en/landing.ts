/** The copy of the landing page, section by section. */

export const hero = {
  eyebrow: 'Data tokenization',
  title: 'Turn industry data into',
  titleAccent: 'digital value',
  lede: 'We collect auditable company data and convert it into a new digital asset class: a token. Dormant data can earn money and add balance-sheet value.',
  /** Below the title in the results of search engines, and where a link is shared. */
  summary:
    'We collect auditable company data and convert it into a new digital asset class: a token on BTC and ETH. Its price is recalculated every 60 days.',
  action: 'Explore Solution',
  secondAction: 'Book a Call',
  figuresTitle: 'In figures',
  figures: [
    { figure: '20+', label: 'years of experience' },
    { figure: '12', label: 'input drivers' },
    { figure: '60', label: 'days in a pricing cycle' },
    { figure: '6', label: 'levels of data encryption' },
    { figure: '2', label: 'blockchains, BTC and ETH' },
  ],
} as const;

export const solution = {
  title: 'From filed records to a digital asset',
  lede: 'Every order, batch and meter reading leaves a record. Most records are filed and never used again. This is what we make of them.',
  claims: [
    {
      icon: 'factory',
      title: 'Industry data into digital value',
      description:
        'The data that your industry produces every day becomes the raw material of a digital asset.',
    },
    {
      icon: 'file-search',
      title: 'Auditable company data',
      description:
        'We collect company data so that an auditor can trace each figure back to where it came from.',
    },
    {
      icon: 'gem',
      title: 'A new digital asset class',
      description:
        'The data is converted into a token: a digital asset that can be held in a wallet and swapped.',
    },
    {
      icon: 'scale',
      title: 'Balance-sheet value',
      description:
        'Data that was only a cost can become an asset on the balance sheet. Whether, and at what value, you settle with your auditor.',
    },
    {
      icon: 'vault',
      title: 'Dormant data, monetized',
      description: 'Records that lie unused can earn money.',
    },
  ],
} as const;

export const architecture = {
  title: 'Twelve drivers\u00A0in. One token\u00A0out.',
  lede: 'Four steps lead from your company’s daily records to a token on two blockchains. Ask on the call what others could see of yours.',
  drawingLabel: 'How data becomes a token',
  drivers: {
    icon: 'import',
    title: 'Input',
    description: 'Records come in through 12 different drivers. These names are examples.',
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
      'Maintenance',
      'Markets',
    ],
  },
  erp: {
    icon: 'database',
    title: 'ERP',
    description: 'The ERP system processes the master data.',
    label: 'master data',
  },
  processing: {
    icon: 'calculator',
    title: 'Processing',
    description: 'It covers price, quantity and metadata.',
    parts: [
      { icon: 'badge-cent', title: 'Price', description: 'what it is worth' },
      { icon: 'layers', title: 'Quantity', description: 'how much there is' },
      { icon: 'tags', title: 'Metadata', description: 'where it comes from' },
    ],
  },
  token: {
    icon: 'coins',
    title: 'Token',
    description: 'One token is created, on two blockchains.',
    chains: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'ETH', name: 'Ethereum' },
    ],
  },
} as const;

export const cases = {
  title: 'Three sample stories',
  lede: 'Three invented samples show what a token can stand for, in sport, baking and property.',
  /** Above the figures of each story. */
  mark: 'Invented example',
  labels: {
    supply: { name: 'Supply', meaning: 'value of all tokens issued' },
    holders: { name: 'Holders', meaning: 'owners of the token' },
    markets: { name: 'Markets', meaning: 'where the token is traded' },
  },
  /** docs/make-it-yours.md lists the drawings; rosette, knot and wheel suit any trade. A photograph in content/ is named as 'harbour.jpg'. */
  stories: [
    {
      picture: 'boxing',
      alt: 'Line engraving of a pair of laced boxing gloves on the rope of a ring',
      title: 'Boxing asset',
      records: 'From records of bouts, tickets and broadcasts',
      valueLabel: 'Sporting value',
      supply: '$1.45M',
      holders: '300',
      markets: '11',
    },
    {
      picture: 'bakery',
      alt: 'Line engraving of a loaf of bread before an oven, with wheat and a sack of flour',
      title: 'Bakery asset',
      records: 'From records of recipes, batches and orders',
      valueLabel: 'Production value',
      supply: '$3.35M',
      holders: '83',
      markets: '5',
    },
    {
      picture: 'realEstate',
      alt: 'Line engraving of a corner building with a dome, in its street',
      title: 'Real-estate asset',
      records: 'From records of leases, meters and repairs',
      valueLabel: 'Property value',
      supply: '$5.2M',
      holders: '150',
      markets: '8',
    },
  ],
} as const;

export const revenue = {
  title: 'A new price every 60 days',
  lede: 'The token’s price is recalculated on a fixed cycle. Here is where revenue can come from, and what protects the data behind the token. Who buys it, and on what terms, is for the call.',
  dialLabel: 'A dial of sixty marks, one for each day of the recalculation cycle',
  themes: [
    {
      icon: 'trending-up',
      title: 'Market cap growth',
      description: 'The value of all tokens together can grow as your business adds data.',
    },
    {
      icon: 'globe',
      title: 'Cross-border payments',
      description: 'The token can be used for payments between countries.',
    },
    {
      icon: 'calendar-sync',
      title: '60-day recalculation cycle',
      description: 'The price of the token is recalculated every 60 days.',
    },
    {
      icon: 'circle-plus',
      title: 'New asset value',
      description: 'Your data can gain a value of its own, beside what you make and sell.',
    },
    {
      icon: 'lock-keyhole',
      title: 'Six-level data encryption',
      description: 'Six levels of encryption protect the data behind the token.',
    },
    {
      icon: 'chart',
      title: 'Increased profitability',
      description: 'Records that you already keep can become a source of income.',
    },
  ],
} as const;

export const security = {
  title: 'How your data is protected',
  lede: 'Data keeps its worth only while it is complete and private. This is how we protect it, and how you reach your tokens.',
  ringsLabel: 'Six concentric rings around a core: the six levels of encryption',
  ringsCaption: 'Six-level encryption',
  themes: [
    {
      icon: 'network',
      title: 'Decentralized private nodes',
      description: 'The nodes are private, and none of them is in control alone.',
    },
    {
      icon: 'shield',
      title: 'Multi-layer protection',
      description: 'If one layer of protection fails, the next one is still there.',
    },
    {
      icon: 'fingerprint',
      title: 'Data integrity',
      description: 'If a record has been changed, the change can be detected.',
    },
    {
      icon: 'stamp',
      title: 'Compliant token architecture',
      description:
        'The architecture is designed for compliance. Which rules apply depends on where you do business.',
    },
    {
      icon: 'scroll-text',
      title: 'Auditable transactions',
      description: 'Every transaction leaves an entry that an auditor can check.',
    },
    {
      icon: 'wallet',
      title: 'Wallet with cross-industry token swaps',
      description: 'Hold tokens in a wallet, and swap them for the tokens of other industries.',
    },
    {
      icon: 'earth',
      title: 'Global access',
      description: 'Reach your tokens from anywhere in the world.',
    },
    {
      icon: 'smartphone',
      title: 'USSD operator support',
      description: 'Access works over USSD too, the text menus of mobile operators.',
    },
  ],
} as const;

/** At the end of Security. A question whose answer is '' is left out: write what only you can say. */
export const questions = {
  title: 'Questions worth asking',
  entries: [
    {
      question: 'What is tokenized?',
      answer:
        'Your company data. It comes in through 12 drivers, an ERP system processes the master data, and processing covers price, quantity and metadata. The result is a token on two blockchains, BTC and ETH.',
    },
    { question: 'Who owns the data and the token?', answer: '' },
    {
      question: 'What does an auditor get?',
      answer:
        'Records that can be traced back to where they came from, and an entry for every transaction. Whether the token can stand on your balance sheet, and at what value, you settle with your auditor.',
    },
    {
      question: 'What does a regulator see?',
      answer:
        'An architecture that is designed for compliance, and transactions that can be audited. Which rules apply to you depends on where you do business.',
    },
    { question: 'What does it cost to begin?', answer: '' },
    {
      question: 'What can go wrong?',
      answer:
        'The price of the token is recalculated every 60 days, and can fall as well as rise. A token may find no buyer, a record may turn out to be wrong, and rules may change. The figures of the sample stories are invented: they do not say what yours will be worth.',
    },
    {
      question: 'What happens to our data?',
      answer:
        'Six levels of encryption, several layers of protection and decentralized private nodes protect your company data.',
    },
    {
      question: 'What should we ask on the call?',
      answer:
        'Who buys the token, and what a buyer gets. What it costs, and who owns what. Which of your records leave your company, who can read them, and what anybody can see on a blockchain. How you can leave. Bring your auditor and your IT department.',
    },
  ],
} as const;

export const join = {
  title: 'Join the club',
  lede: 'It starts with a call. We bring 20+ years of experience.',
  offers: [
    {
      icon: 'file-signature',
      title: 'License agreement',
      description: 'You join under a license agreement, which your lawyer can read first.',
    },
    {
      icon: 'sprout',
      title: 'Growth',
      description: 'Your asset can grow with the data that your business keeps producing.',
    },
    {
      icon: 'flag',
      title: 'Industry leadership',
      description: 'Lead your industry: use your data while others leave theirs idle.',
    },
  ],
  action: 'BOOK A CALL',
} as const;

export const footer = {
  quickLinks: 'Quick links',
  contact: 'Contact',
  poweredBy: 'POWERED BY',
} as const;
