/**
 * The legal texts. What stands in braces is filled in: {mail} and {webhook} from the settings, the
 * others from content/provider.ts. A sentence is left out while what it names is empty there, and a
 * point when no sentence is left.
 */
export const legal = {
  /** In the footer while content/provider.ts has no legal name. */
  sample: 'Sample site',
  disclaimer: 'Illustrative figures; not an offer or advice',
  /**
   * Pages of their own, each with a link at the foot of every page: `{ path: 'terms', title: 'Terms',
   * points: [{ term: 'What you get', text: '…' }] }` stands at /terms.
   */
  documents: [],
  privacy: {
    title: 'How we use your details',
    points: [
      {
        term: 'Who is responsible',
        text: '{legalName}, {address}; you reach us at {mail}.',
      },
      {
        term: 'What is stored, and why',
        text: 'Your name, your company’s name, your email address, the language of this page and the time of your request. We use them to contact you about it and for nothing else, because you asked us to. Your request is screened for spam by a program; what looks like spam waits until a person has read it.',
      },
      {
        term: 'What our server logs of a visit',
        text: 'The time of a request, and the network address it came from, shortened so that it no longer points to you alone. Your words are not in these logs.',
      },
      {
        // WEBHOOK_URL and CHAT_URL fill it in.
        term: 'Who receives it on our behalf',
        text: 'Each request is passed on automatically to {webhook}.',
      },
      {
        term: 'For how long',
        text: 'Your request is erased no later than {storagePeriod} after it has been dealt with.',
      },
      {
        term: 'How to have it erased',
        text: 'Write to {mail} from the address you gave. We erase your request and confirm it. A mark remains, so that the same request is not stored twice; nobody can read your details from it.',
      },
      {
        // Where INBOX_USERS is set.
        when: 'inbox',
        term: 'What we note about your request',
        text: 'Who of us worked on it and when, and what was noted. It is kept with your request and erased with it.',
      },
      {
        term: 'What stays on this device',
        text: 'A note in this tab that you sent the form, with the serial of your specimen certificate, until we have thanked you or you close the tab; nothing else. Your browser computes the serial from name and company; it does not reach us. What you type is in the open page only, and goes when you close it.',
      },
    ],
  },
} as const;
