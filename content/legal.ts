/**
 * The legal texts. What stands between double square brackets is a placeholder that the
 * provider fills in; `placeholder` finds those that are left.
 */
export const legal = {
  /** One line in the footer of both pages: who the provider is. */
  provider: '[[Legal name]], [[street and town]], [[register and number]]',
  disclaimer: 'Illustrative figures; not an offer or advice',
  privacy: {
    title: 'How we use your details',
    points: [
      {
        term: 'Who is responsible',
        text: '[[Legal name]], [[street and town]]. You reach us at {mail}.',
      },
      {
        term: 'What is stored, and why',
        text: 'Your name, your company’s name, your email address and the time of your request. We use them to contact you about it and for nothing else, because you asked us to. The page sends a random number along, by which we recognise a request that arrives twice.',
      },
      {
        term: 'For how long',
        text: 'Until your request has been dealt with, and no longer than [[the period]] after that.',
      },
      {
        term: 'What may stay on this device',
        text: 'When a request did not reach us, your words stay in the open page so that you can send them again. Nothing is kept on this device after you leave it.',
      },
      {
        term: 'How to have it erased',
        text: 'Write to {mail} from the address you gave. We erase your request and confirm it.',
      },
    ],
  },
} as const;

/** Matches a placeholder that has not been filled in. */
export const placeholder = /\[\[[^\]]*\]\]/;
