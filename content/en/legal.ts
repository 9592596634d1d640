/**
 * The legal texts. Names in braces are replaced: {mail}, {webhook}, {scheduling} and {receipt} from the settings,
 * the others from content/provider.ts. A sentence with an empty value is left out, and so is a point without
 * sentences.
 */
export const legal = {
  /** In the footer until content/provider.ts has a legal name. */
  sample: 'Sample site',
  disclaimer: 'Figures are illustrative. This is not an offer or advice.',
  /**
   * Separate pages, with a link in every footer. `{ path: 'terms', title: 'Terms', points: [{ term: 'What you get',
   * text: '…' }] }` is the page /terms.
   */
  documents: [],
  privacy: {
    title: 'How we use your details',
    points: [
      {
        term: 'Who is responsible',
        text: '{legalName}, {address}; write to us at {mail}.',
      },
      {
        term: 'What we store, and why',
        text: 'Your name, your company’s name and your email address. Also the language of this page, your time zone, the link or website that led you here and the time of your request. You asked us to contact you: we use these details for that and for nothing else. A program checks each request for spam. Anything that looks like spam is held until a person has read it.',
      },
      {
        term: 'What our server logs',
        text: 'The time of each request and the network address it came from, shortened so that it no longer points to you alone. Nothing you type is logged.',
      },
      {
        // Left out on a static host, where nothing is counted.
        when: 'counts',
        term: 'What we count',
        text: 'How often each page is loaded in a day, in which language and from which link or website. These numbers count page loads, not people: nothing in them points to you or your device.',
      },
      {
        // Shown with WEBHOOK_URL, CHAT_URL or SCHEDULING_URL.
        term: 'Who else receives it',
        text: 'Each request is passed on automatically to {webhook}. If you choose a time for the call, {scheduling} receives what you enter there.',
      },
      {
        // Shown with RECEIPTS.
        term: 'What we send you',
        text: 'One email from {receipt} confirms that your request has arrived.',
      },
      {
        term: 'How long we keep it',
        text: 'We erase your request no later than {storagePeriod} after we have dealt with it.',
      },
      {
        term: 'How to have it erased',
        text: 'Write to {mail} from the address you gave. We will erase your request and confirm that we have done so. We keep only its number and time, so that no backup brings it back.',
      },
      {
        // Shown with INBOX_USERS.
        when: 'inbox',
        term: 'What we note about your request',
        text: 'Who worked on it, when, and any notes they made. These are kept with your request and erased with it.',
      },
      {
        term: 'What stays on this device',
        text: 'Nothing. What you type stays in the open page and goes when you close it.',
      },
    ],
  },
} as const;
