/**
 * The mail that notifies the provider of a booking. What stands in braces is filled in.
 * It goes to the provider, never to the visitor.
 */
export const mail = {
  subject: 'Call request from {name}, {company_name}',
  heading: 'Somebody asks to be called',
  labels: {
    created_at: 'Asked at',
    language: 'Language',
    id: 'Booking',
  },
  /** After the time. */
  zone: 'UTC',
  reply: 'Reply to this mail to write to them.',
  /** When some were set aside as spam. */
  quarantined: {
    one: 'One request looks like spam. It was kept, not mailed: ./lodemark list --quarantined',
    many: '{count} requests look like spam. They were kept, not mailed: ./lodemark list --quarantined',
  },
  /** When nobody has contacted somebody within CONTACT_WITHIN. */
  reminder: {
    subject: {
      one: 'Still waiting: {name}, {company_name}',
      many: '{count} requests still wait for you',
    },
    heading: 'You promised to be in touch',
    text: 'Asked more than {duration} ago, and not marked as contacted:',
    more: '… and {count} more.',
    /** {way}: the inbox's address, or a command. */
    mark: 'Write to them, then mark them as contacted: {way}',
  },
  sent: 'Sent by {brand}. The same mail may come twice; both then have the same booking number.',
  test: {
    subject: 'Test from {brand}',
    heading: 'This is a test',
    text: 'Mail from {brand} reaches you. Requests from visitors will arrive like this.',
  },
} as const;

/** The mail with the link to sign in to the inbox. What stands in braces is filled in. */
export const signInMail = {
  subject: 'Sign in to the inbox of {brand}',
  open: 'Open this link in the browser in which you asked for it, and press the button there:',
  validity: 'The link is valid for ten minutes, and once.',
  unasked:
    'If you did not ask for it, you need not do anything: without your browser nobody can use it.',
} as const;
