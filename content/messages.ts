/** Labels and messages that are not part of a section's copy. */

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
  lede: 'Leave your name, your company and your email address. We will get in touch to find a time, and to see what your data could be worth.',
  labels: {
    name: 'Name',
    company_name: 'Company Name',
    email: 'Email Address',
  },
  /** On the field that only programs fill in, for a browser that shows it all the same. */
  leaveEmpty: 'Leave this empty',
  submit: 'Submit Request',
  submitting: 'Submitting...',
  failed: 'Failed to submit form. Please try again later.',
  /** What a field may hold, beside what its type says. */
  length: 'At most {max} characters, and not only spaces',
  withoutScript: 'This form needs a script to reach us. Please write to us instead:',
} as const;

/** What the form says of a request that the device keeps because it did not arrive. */
export const unsentNote = {
  title: 'Not sent yet',
  kept: {
    one: 'Your request is kept on this device for three days at most.',
    several: 'Your requests are kept on this device for three days at most.',
  },
  byItself: {
    one: 'It will be sent automatically when you are online again, or when you next open this page.',
    several:
      'They will be sent automatically when you are online again, or when you next open this page.',
  },
  sending: 'Sending...',
  again: 'Send again',
  discard: 'Discard',
  discarded: 'Discarded. The request of {name} is no longer on this device.',
  /** Another tab has sent it, or the visitor has discarded it there. */
  gone: 'The request of {name} was sent or discarded in another tab.',
} as const;

export const alerts = {
  booked: 'Thank you for your interest. We will contact you shortly.',
  copied: 'URL copied to clipboard. Open Instagram to share.',
  copyByHand: 'Your browser does not let us copy. Copy this address and open Instagram to share.',
} as const;

export const errorScreen = {
  title: 'Unexpected Application Error!',
  request: 'Request',
  help: 'Is something missing or broken? Write to us:',
} as const;
