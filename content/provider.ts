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

  /** Beside the form. */
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

  /** What one real customer says of you, above the buttons of 'Join'. Shown when both are there. */
  reference: {
    /** With its quotation marks, “ and ”. */
    text: '',
    /** The person and the company, who agreed to be named. */
    from: '',
  },
};
