/**
 * Who stands behind the site: what a careful visitor looks for. What is left empty ('') is shown
 * nowhere. The first three you need: `npm run check -- content` and the start-up log name those that
 * are empty. The others make you believable. A text that differs by language is written by its code:
 * `{ en: 'Monday to Friday', de: 'Montag bis Freitag' }`.
 */
export const provider = {
  /** In the footer of every page and in the privacy notice. Without it the footer says 'Sample site'. */
  legalName: '',
  /** Street and town. */
  address: '',
  /** For the privacy notice: how long you keep a request that has been dealt with, as '6 months'. */
  storagePeriod: '',

  /** In the footer too, each as you want it read, as 'Companies House no. 01234567'. */
  register: '',
  licence: '',
  supervisoryBody: '',

  /** Next to the form, and in 'Join'. */
  contact: {
    title: { en: 'Your contact', de: 'Ihr Kontakt' },
    name: '',
    /** What this person does. */
    role: '',
    /** The name of a picture file that you put beside this one, as 'contact.jpg'. */
    picture: '',
    phone: '',
    /** Where you can be visited, and when. */
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
  /** Where you do business, as 'Germany and Austria'. Fills {jurisdictions} in the texts. */
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
