/** Labels and messages outside the sections. */

export const controls = {
  skip: 'Skip to content',
  home: 'home',
  menu: 'Menu',
  sections: 'Sections',
  close: 'Close',
  backToHome: 'Back to Home',
} as const;

export const bookingForm = {
  title: 'Book a Call',
  pageTitle: 'Book a call about data tokenization',
  lede: 'Ask us who would buy your token, what it costs and which data leaves your company. We use your details only to arrange the call.',
  labels: {
    name: 'Name',
    company_name: 'Company Name',
    email: 'Email Address',
  },
  /** Honeypot label, for browsers that show it. */
  leaveEmpty: 'Leave this field empty',
  submit: 'Submit Request',
  submitting: 'Submitting...',
  /** Status after five seconds. */
  slow: 'This is taking longer than usual. We are still trying.',
  failed: 'Failed to submit form. Please try again later.',
  /** Below the banner, from the second failure on. */
  writeInstead: 'Or email us:',
  /** The length rule of a field. */
  length: 'Enter up to {max} characters, not only spaces',
  withoutScript: 'This form needs JavaScript. Please email us instead:',
} as const;

export const alerts = {
  booked: 'Thank you for your interest. We will contact you shortly.',
  /** In the same dialog, with the email address that the visitor typed. */
  writeTo: 'We will write to {email}.',
  copied: 'URL copied to clipboard. Open Instagram to share.',
  copyByHand: 'Your browser did not allow copying. Copy the address from here:',
} as const;

/**
 * How soon you contact a visitor, if `CONTACT_WITHIN` is set: the rule next to the form, and the moment after sending.
 * `workingTimes` is used if only your opening hours count. `one` and `other` are singular and plural.
 */
export const contactRule = {
  rule: 'We will contact you within {time}.',
  moment: 'We will contact you by {moment}.',
  /** A link in the thank-you dialog, if `SCHEDULING_URL` is set. */
  chooseTime: 'Choose a time for the call',
  times: {
    m: { one: '{count} minute', other: '{count} minutes' },
    h: { one: '{count} hour', other: '{count} hours' },
    d: { one: '{count} day', other: '{count} days' },
  },
  workingTimes: {
    m: { one: '{count} working minute', other: '{count} working minutes' },
    h: { one: '{count} working hour', other: '{count} working hours' },
    d: { one: '{count} working day', other: '{count} working days' },
  },
} as const;

/** The email to the visitor, if `RECEIPTS` is set. It quotes nothing that was typed. */
export const receipt = {
  subject: 'Your request to {brand}',
  ignore: 'If you did not send a request, ignore this email.',
} as const;

export const certificate = {
  title: 'Specimen certificate',
  serial: 'Serial no.',
  notice: 'Specimen, not a token',
  meaning: 'Drawn from your name and company. Change one letter and the pattern changes.',
  print: 'Print',
  save: 'Save as SVG',
} as const;

/** In Join, next to the form and in the thank-you dialog. A detail may name who calls, when, and for how long. */
export const nextSteps = {
  title: 'What happens next',
  /** Replaces the first step after sending. */
  arrived: 'We have received your request.',
  steps: [
    {
      title: 'You send us your request.',
      detail: 'We will contact you to arrange the call.',
    },
    {
      title: 'We talk about your data.',
      detail: 'Ask us to follow one of your records to the token.',
    },
    {
      title: 'You decide.',
      detail: 'Take your time.',
    },
  ],
} as const;

/** The texts of the share menu. The options' order is the menu's order. */
export const share = {
  button: 'Share',
  title: 'Share this page',
  /** The email's subject is this, a space and the brand. */
  subject: 'Check out',
  newWindow: 'opens in a new window',
  options: [
    { id: 'email', name: 'Email' },
    { id: 'whatsapp', name: 'WhatsApp' },
    { id: 'sms', name: 'SMS' },
    { id: 'instagram', name: 'Instagram' },
    { id: 'twitter', name: 'Twitter' },
    { id: 'linkedin', name: 'LinkedIn' },
    { id: 'facebook', name: 'Facebook' },
  ],
} as const;

/** The draft of a reply, which the provider opens from the inbox. */
export const reply = {
  subject: 'Your request to {brand}',
  greeting: 'Dear {name},',
  body: 'thank you for your request.',
} as const;

export const errorScreen = {
  title: 'Unexpected Application Error!',
  request: 'Request',
  help: 'Is something missing or broken? Tell us:',
} as const;
