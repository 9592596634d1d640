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
  lede: 'We collect auditable company data and convert it into a new digital asset class:\u00A0a\u00A0token.',
  /** Below the title in search results and shared links. */
  summary:
    'Data tokenization for businesses: auditable company data becomes a token on BTC and ETH, with its price recalculated every 60 days. Book a call.',
  /** Below the headline in a shared link's picture. */
  pictureLine: 'Auditable company data. A token on BTC and ETH.',
  action: 'Explore Solution',
  secondAction: 'Book a Call',
  /** The offer in short: what a visitor brings, gets and does first. {call} is the facts of the call. [] shows none. */
  terms: [
    {
      term: 'You bring',
      text: 'records you already keep: orders, batches, meter readings.',
    },
    {
      term: 'You get',
      text: 'an asset that can monetize dormant data and create balance-sheet value if auditors agree.',
    },
    { term: 'First step', text: 'a call. It is not a contract. {call}.' },
  ],
  figuresTitle: 'In figures',
  /** A `detail` is shown below its label, such as 'in banking, since 2004'. */
  figures: [
    { figure: '20+', label: 'years of experience', detail: '' },
    { figure: '12', label: 'input drivers' },
    { figure: '60', label: 'days per pricing cycle' },
    { figure: '6', label: 'levels of data encryption' },
  ],
} as const;

export const solution = {
  title: 'Put your filed records to work',
  lede: 'Most records are filed and never opened again.',
  claims: [
    {
      icon: 'factory',
      title: 'Industry data into digital value',
      description: 'What your business records every day is what the token is made from.',
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
  lede: 'A driver is one source of data, such as sales or energy.',
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
      { title: 'Price', description: 'as recorded' },
      { title: 'Quantity', description: 'how much there is' },
      { title: 'Metadata', description: 'where it came from' },
    ],
  },
  token: {
    title: 'Token',
    description: 'All records become one token.',
    others: 'and all other records',
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
  lede: 'What goes in, and what comes of it.',
  /** Shown once below the stories. '' shows none. */
  note: 'All three stories and their figures are invented.',
  labels: {
    records: 'Records',
    token: 'Token',
    result: 'Result',
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
      alt: 'Engraving of boxing gloves on the rope of a ring',
      title: 'Boxing asset',
      records: 'Ten seasons of bouts, tickets and broadcasts.',
      token: 'Represents the arena’s data, not its fighters.',
      result: 'An archive that no one opened now earns money.',
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
      alt: 'Engraving of a loaf, an oven and a sack of flour',
      title: 'Bakery asset',
      records: 'Recipes, batches and orders of a large bakery.',
      token: 'Represents its production data, not its bread.',
      result: 'Its auditor accepted the data as an asset.',
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
      alt: 'Engraving of a domed corner building',
      title: 'Real-estate asset',
      records: 'Leases, meter readings and repairs of one block.',
      token: 'Represents the building’s data, not its walls.',
      result: 'The owner swaps tokens across industries.',
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
  lede: 'What buyers pay for the token can become your income. Its price can fall as well as rise.',
  /** Below the dial. */
  dialCaption: 'One pricing cycle: 60 days',
  moneyTitle: 'How money can reach you',
  /** From the records to the money, above the dial. */
  money: [
    { who: 'Your records', what: 'become one token' },
    { who: 'Buyers', what: 'buy it to hold, to swap or to pay with' },
    { who: 'You', what: 'can earn what they pay' },
    { who: 'Every 60 days', what: 'the price is recalculated' },
  ],
  /** Below these rows: an example with figures, or ''. */
  moneyExample: 'In the bakery story, 83 holders have tokens of $3.35M in total.',
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
          description: 'Others can pay for records that only cost you storage today.',
        },
      ],
    },
    {
      title: 'How the token works',
      themes: [
        {
          icon: 'calendar-sync',
          title: '60-day recalculation cycle',
          description: 'You know in advance on which day the next price comes.',
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
  lede: 'Data is worth something only while it is complete and private.',
  ringsCaption: 'Your data at the core',
  ringsNote: 'Each ring is one level of encryption.',
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
      description: 'Compliance is part of the design, not added later. We work in {jurisdictions}.',
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
      description: 'Reach your tokens from anywhere in the world.',
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
      what: 'The way from your record to the token: how we collect and protect your data, and price the token.',
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
        'Holders who expect its value to grow, and businesses that swap tokens or pay across borders. We promise no buyers. Ask us how many holders each existing token has, and in how many markets it is traded.',
    },
    {
      question: 'What does it cost?',
      answer:
        'It depends on which of the 12 drivers you record, which ERP holds your master data, and which records an auditor could trace today. Ask for each cost separately: at the start, each year and on each blockchain.',
    },
    { question: 'Who owns the data and the token?', answer: '' },
    {
      question: 'Is it compliant?',
      answer:
        'It is designed to be. We work in {jurisdictions}. Which rules apply depends on where you do business: ask your lawyer, and ask us on the call.',
    },
    {
      question: 'What should we ask on the call?',
      answer:
        'Who owns the data and the token? Which of our records leave the company, and who can read them? What can anyone see on a blockchain? How do we get out? Bring your auditor, your lawyer and your IT team.',
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
      description: 'Have your lawyer read it before you join.',
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
