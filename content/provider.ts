/**
 * The company behind the site, as a careful visitor looks for it. An empty text ('') is shown
 * nowhere. The first three are required: `npm run check -- content` and the start-up log name the
 * empty ones. The others build trust. A text that differs by language is written by its code:
 * `{ en: 'Monday to Friday', de: 'Montag bis Freitag' }`.
 */
export const provider = {
  /** Shown in every footer and in the privacy notice. If it is empty, the footer says 'Sample site'. */
  legalName: '',
  /** Street and town. */
  address: '',
  /** For the privacy notice: how long you keep a request that has been dealt with, as '6 months'. */
  storagePeriod: '',

  /** Shown in the footer too, each as you want it read, as 'Companies House no. 01234567'. */
  register: '',
  licence: '',
  supervisoryBody: '',

  /** Next to the form, and in 'Join'. */
  contact: {
    title: { en: 'Your contact', de: 'Ihr Kontakt' },
    name: '',
    /** What this person does. */
    role: '',
    /** The name of a picture file next to this one, as 'contact.jpg'. */
    picture: '',
    phone: '',
    /** The place and times at which you can be visited. */
    office: '',
  },

  /** What a visitor books: below the buttons of the first view, above those of 'Join', above the form. */
  call: {
    /** As '30 minutes'. */
    length: '',
    /** As 'free of charge'. */
    cost: '',
    /** As 'with an engineer'. */
    who: '',
    /** As 'in English or German'. */
    language: '',
  },

  /** Below BTC and ETH: which of a customer's data is public there. */
  onChain: '',
  /** The six levels of encryption, from the outside in: next to the rings. */
  levels: ['', '', '', '', '', ''],
  /** The countries where you do business, as 'Germany and Austria'. Fills {jurisdictions} in the texts. */
  jurisdictions: '',

  /**
   * Certificates, the custodian, the auditor of the code: at the end of Security.
   * `{ name: 'ISO 27001', issuer: 'TÜV Süd', number: '12 345', link: 'https://…' }`; all but the name may be ''.
   */
  credentials: [],

  /**
   * What one to three real customers say, above the buttons of 'Join':
   * `{ text: '“They called back.”', from: 'the person and the company, who agreed to be named' }`.
   */
  references: [],
};
