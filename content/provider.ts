/**
 * The company behind the site, with the details that careful visitors look for. An empty text ('') is not shown.
 * The first three are required: `npm run check -- content` and the start-up log name empty ones. The others build
 * trust. If a text differs by language, write each: `{ en: 'Monday to Friday', de: 'Montag bis Freitag' }`.
 */
export const provider = {
  /** Shown in every footer and in the privacy notice. If it is empty, the footer shows 'Sample site'. */
  legalName: '',
  /** Street and town. */
  address: '',
  /** In the privacy notice: how long you keep a closed request, such as '6 months'. */
  storagePeriod: '',

  /** Also in the footer, exactly as you write them, such as 'Companies House no. 01234567'. */
  register: '',
  licence: '',
  supervisoryBody: '',

  /** Next to the form, and in 'Join'. */
  contact: {
    title: { en: 'Your contact', de: 'Ihr Kontakt' },
    name: '',
    /** The person's role. */
    role: '',
    /** The name of a picture in this folder, such as 'contact.jpg'. */
    picture: '',
    phone: '',
    /** Where and when visitors can come. */
    office: '',
  },

  /** Facts about the call: in the first view, in 'Join' and above the form. */
  call: {
    /** For example '30 minutes'. */
    length: '',
    /** For example 'free of charge'. */
    cost: '',
    /** For example 'with an engineer'. */
    who: '',
    /** For example 'in English or German'. */
    language: '',
  },

  /** Below BTC and ETH: the customer data that is public there. */
  onChain: '',
  /** The names of the six levels of encryption, from the outer to the inner ring, with up to 24 letters each. */
  levels: ['', '', '', '', '', ''],
  /** The countries where you do business, such as 'Germany and Austria'. Replaces {jurisdictions} in texts. */
  jurisdictions: '',

  /**
   * Certificates, custodian and code auditor, below the figures of the first view:
   * `{ name: 'ISO 27001', issuer: 'TÜV Süd', number: '12 345', link: 'https://…' }`; all but the name may be ''.
   */
  credentials: [],

  /**
   * Quotations of one to three real customers, below the stories, or in 'Join' without `cases`:
   * `{ text: '“They called back.”', from: 'the person and the company, who agreed to be named' }`.
   */
  references: [],
};
