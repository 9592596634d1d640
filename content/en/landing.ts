/** The copy of the landing page, section by section. */

/**
 * The sections of the landing page, each with its fragment and name. Their order here is the order on the page and
 * in every menu.
 */
export const sections = [
  { id: 'solution', name: 'Solution' },
  { id: 'architecture', name: 'Architecture' },
  { id: 'cases', name: 'Cases' },
  { id: 'revenue', name: 'Revenue' },
  { id: 'security', name: 'Security' },
  { id: 'join', name: 'Join' },
] as const;

export const hero = {
  /** The title in the tab, in search results and in shared links. */
  pageTitle: 'Data tokenization for businesses',
  eyebrow: 'Data tokenization',
  title: 'Turn industry data into',
  titleAccent: 'digital value',
  lede: 'We collect auditable company data and convert it into a new digital asset class: a token. It can monetize dormant data and create balance-sheet value.',
  /** Below the title in search results and shared links. */
  summary:
    'Data tokenization for businesses: auditable company data becomes a token on BTC and ETH, with its price recalculated every 60 days. Book a call.',
  /** Below the headline in a shared link's picture. */
  pictureLine: 'Auditable company data. A token on BTC and ETH.',
  action: 'Explore Solution',
  secondAction: 'Book a Call',
  /** Below the buttons: what a call commits the visitor to. '' shows none. */
  afterCall: 'The call is not a contract. You would join later, under a license agreement.',
  figuresTitle: 'In figures',
  /** A `detail` is shown below its label, such as 'in banking, since 2004'. */
  figures: [
    { figure: '20+', label: 'years of experience', detail: '' },
    { figure: '12', label: 'input drivers' },
    { figure: '60', label: 'days per pricing cycle' },
    { figure: '6', label: 'levels of data encryption' },
    { figure: '2', label: 'blockchains: BTC and ETH' },
  ],
} as const;

export const solution = {
  title: 'Put your filed records to work',
  lede: 'Every order, batch and meter reading leaves a record. Most are filed and never opened again. Here is what we do with them.',
  claims: [
    {
      icon: 'factory',
      title: 'Industry data into digital value',
      description:
        'What your business records every day becomes the raw material of a digital asset.',
    },
    {
      icon: 'file-search',
      title: 'Auditable company data',
      description:
        'We collect your data in a form that lets an auditor trace every figure to its source.',
    },
    {
      icon: 'coin',
      title: 'A new digital asset class',
      description:
        'We convert the data into a token: a digital asset you can hold in a wallet and swap.',
    },
    {
      icon: 'scale',
      title: 'Balance-sheet value',
      description:
        'Data can become an asset instead of a cost. Whether it goes on your balance sheet, and at what value, is for your auditor.',
    },
    {
      icon: 'vault',
      title: 'Dormant data, monetized',
      description: 'Records that sit unused today can start to earn money.',
    },
  ],
} as const;

export const architecture = {
  title: 'Twelve drivers\u00A0in. One token\u00A0out.',
  lede: 'A driver is one source of data, such as sales or energy. Here is how its data becomes a token.',
  drawingLabel: 'How your data becomes a token',
  drivers: {
    title: 'Input',
    description: 'Data comes in through 12 different drivers.',
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
    title: 'ERP',
    description: 'An ERP system processes the master data.',
    label: 'Master data',
  },
  processing: {
    title: 'Processing',
    description: 'Price, quantity and metadata are processed.',
    parts: [
      { title: 'Price', description: 'what it is worth' },
      { title: 'Quantity', description: 'how much there is' },
      { title: 'Metadata', description: 'where it came from' },
    ],
  },
  token: {
    title: 'Token',
    description: 'The three parts become one token.',
  },
  blockchains: {
    title: 'Blockchains',
    description: 'The token is created on two blockchains.',
    chains: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'ETH', name: 'Ethereum' },
    ],
  },
} as const;

export const cases = {
  title: 'Three sample stories',
  lede: 'What a token could represent, in sport, baking and property.',
  /** Shown once below the stories. '' shows none. */
  note: 'All three stories and their figures are invented.',
  labels: {
    supply: 'Supply, total value',
    holders: 'Holders',
    markets: 'Markets',
  },
  /**
   * `picture` is a drawing (docs/content-reference.md lists them), or a photograph in content/, such as
   * 'harbour.jpg'. `mark` is the kind of story, such as 'Invented example'. `source` names the origin of its
   * figures, and `link` is its address. Each of these three may be ''.
   */
  stories: [
    {
      picture: 'boxing',
      alt: 'Line engraving of laced boxing gloves hanging from a ring rope',
      title: 'Boxing asset',
      records: 'Based on records of bouts, tickets and broadcasts',
      valueLabel: 'Sporting value',
      supply: '$1.45M',
      holders: '300',
      markets: '11',
      mark: '',
      source: '',
      link: '',
    },
    {
      picture: 'bakery',
      alt: 'Line engraving of a loaf in front of an oven, with wheat and a sack of flour',
      title: 'Bakery asset',
      records: 'Based on records of recipes, batches and orders',
      valueLabel: 'Production value',
      supply: '$3.35M',
      holders: '83',
      markets: '5',
      mark: '',
      source: '',
      link: '',
    },
    {
      picture: 'realEstate',
      alt: 'Line engraving of a domed corner building on a city street',
      title: 'Real-estate asset',
      records: 'Based on records of leases, meters and repairs',
      valueLabel: 'Property value',
      supply: '$5.2M',
      holders: '150',
      markets: '8',
      mark: '',
      source: '',
      link: '',
    },
  ],
} as const;

export const revenue = {
  title: 'Where revenue can come from',
  lede: 'The token’s price is recalculated every 60 days. It can fall as well as rise.',
  dialLabel: 'A dial with sixty marks, one for each day of the recalculation cycle',
  dialCaption: 'Pricing cycle: 60 days',
  groups: [
    {
      title: 'What you can gain',
      themes: [
        {
          icon: 'stacks',
          title: 'Market cap growth',
          description: 'The total value of all issued tokens can grow.',
        },
        {
          icon: 'circle-plus',
          title: 'New asset value',
          description: 'Your data can gain a value of its own, alongside what you make and sell.',
        },
        {
          icon: 'chart',
          title: 'Increased profitability',
          description: 'Records you already keep can become a source of income.',
        },
      ],
    },
    {
      title: 'How the token works',
      themes: [
        {
          icon: 'calendar-sync',
          title: '60-day recalculation cycle',
          description: 'Each cycle ends with a new price for the token.',
        },
        {
          icon: 'exchange',
          title: 'Cross-border payments',
          description: 'The token can be used to pay across borders.',
        },
        {
          icon: 'lock-keyhole',
          title: 'Six-level data encryption',
          description: 'Six levels of encryption protect the data behind the token.',
        },
      ],
    },
  ],
} as const;

export const security = {
  title: 'How your data is protected',
  lede: 'Data is worth something only while it is complete and private. Here is how we protect it, and how you access your tokens.',
  ringsCaption: 'Six-level data encryption',
  ringsNote: 'Each ring is one level. Your data is at the core.',
  themes: [
    {
      icon: 'network',
      title: 'Decentralized private nodes',
      description: 'The nodes are private, and no single node is in control.',
    },
    {
      icon: 'shield',
      title: 'Multi-layer protection',
      description: 'If one layer of protection fails, the next is still in place.',
    },
    {
      icon: 'fingerprint',
      title: 'Data integrity',
      description: 'If a record is changed, the change can be detected.',
    },
    {
      icon: 'stamp',
      title: 'Compliant token architecture',
      description: 'The architecture is designed for compliance. We work in {jurisdictions}.',
    },
    {
      icon: 'scroll-text',
      title: 'Auditable transactions',
      description: 'Every transaction leaves an entry that an auditor can check.',
    },
    {
      icon: 'wallet',
      title: 'Wallet with cross-industry token swaps',
      description: 'Keep tokens in a wallet, and swap them for tokens from other industries.',
    },
    {
      icon: 'earth',
      title: 'Global access',
      description: 'You can reach your tokens from anywhere in the world.',
    },
    {
      icon: 'smartphone',
      title: 'USSD operator support',
      description: 'Access also works over USSD, the text menus of mobile operators.',
    },
  ],
} as const;

/** Above Join. A question is left out while its answer is ''. */
export const questions = {
  title: 'Questions worth asking',
  /** Next to the questions: who is responsible for what. [] shows none. */
  duties: [
    {
      who: 'We answer for',
      what: 'Data that can be traced to its source, six levels of encryption and a new token price every 60 days.',
    },
    {
      who: 'You answer for',
      what: 'True records. A seal shows a change, not an error.',
    },
    {
      who: 'Your auditor and lawyer decide',
      what: 'Whether the token goes on your balance sheet, and which rules apply to you.',
    },
    {
      who: 'No one can promise',
      what: 'Buyers, a rising price or unchanged rules.',
    },
  ],
  entries: [
    {
      question: 'What does a token entitle its holder to?',
      answer:
        'A holder can keep it in a wallet, swap it for tokens from other industries and pay with it across borders. We promise no other right. If anyone offers you one, ask to see it in writing.',
    },
    {
      question: 'Who buys the token?',
      answer:
        'We promise no buyers. Ask us for two figures for tokens that exist today: how many holders each one has, and in how many markets it is traded.',
    },
    {
      question: 'What does it cost?',
      answer:
        'We quote no price until we know three facts. Which of the 12 drivers do you record? Which ERP holds your master data? Which of your records could an auditor trace today? Ask for each cost separately: at the start, each year and on each blockchain.',
    },
    { question: 'Who owns the data and the token?', answer: '' },
    {
      question: 'What does our auditor get?',
      answer:
        'Data that can be traced to its source, and an entry for every transaction. You and your auditor decide at what value, if any, the token goes on your balance sheet.',
    },
    {
      question: 'Is it compliant?',
      answer:
        'The token architecture is designed for compliance, and transactions can be audited. We work in {jurisdictions}. Which rules apply to you depends on where you do business: ask your lawyer, and ask us on the call.',
    },
    {
      question: 'What should we ask on the call?',
      answer:
        'Who owns the data and the token? Which of our records leave the company, and who can read them? What are the six levels of encryption? What can anyone see on a blockchain? How do we get out? Bring your auditor, your lawyer and your IT team.',
    },
  ],
} as const;

export const join = {
  title: 'Join the club',
  lede: 'Bring your hardest questions to a call. We bring 20+ years of experience.',
  offers: [
    {
      icon: 'file-signature',
      title: 'License agreement',
      description: 'You join under a license agreement. Have your lawyer read it first.',
      /** A file in content/, such as 'agreement.pdf'. Each of these cards may have one. */
      document: '',
    },
    {
      icon: 'growth',
      title: 'Growth',
      description: 'Your asset can grow with the data your business produces.',
    },
    {
      icon: 'podium',
      title: 'Industry leadership',
      description: 'Put your data to work while others in your industry leave theirs idle.',
    },
  ],
  action: 'BOOK A CALL',
} as const;

export const footer = {
  quickLinks: 'Quick links',
  contact: 'Contact',
  poweredBy: 'POWERED BY',
} as const;
