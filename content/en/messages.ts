/** Labels and messages that are not part of a section's copy. */

export const controls = {
  skip: 'Skip to content',
  home: 'home',
  menu: 'Menu',
  sections: 'Sections',
  close: 'Close',
  previous: 'Back',
  next: 'Next',
  backToHome: 'Back to Home',
} as const;

export const bookingForm = {
  title: 'Book a Call',
  lede: 'Leave your name, your company and your email address. We will get in touch to find a time, and use them for nothing else. Have your questions ready, and your auditor’s.',
  labels: {
    name: 'Name',
    company_name: 'Company Name',
    email: 'Email Address',
  },
  /** On the field that only programs fill in, for a browser that shows it all the same. */
  leaveEmpty: 'Leave this empty',
  submit: 'Submit Request',
  submitting: 'Submitting...',
  /** Said when sending takes long. */
  slow: 'This takes longer than usual. We are still trying.',
  failed: 'Failed to submit form. Please try again later.',
  /** Below the failure: where the browser has no network, and after the second one. */
  offline: 'You seem to be offline.',
  writeInstead: 'You can also write to us:',
  /** What a field may hold, beside what its type says. */
  length: 'At most {max} characters, and not only spaces',
  withoutScript: 'This form needs a script to reach us. Please write to us instead:',
} as const;

export const alerts = {
  booked: 'Thank you for your interest. We will contact you shortly.',
  copied: 'URL copied to clipboard. Open Instagram to share.',
  copyByHand: 'Your browser does not let us copy the address. Copy it from here:',
} as const;

/** The visitor's own, beside the form and in the thanks. */
export const certificate = {
  title: 'Specimen certificate',
  serial: 'Serial',
  notice: 'Specimen, not a token',
  meaning: 'Its lines are drawn from your name and company: one letter more, and they change.',
  print: 'Print',
  save: 'Save as SVG',
} as const;

/** Beside the form, and in the thanks. A detail is yours to write: who calls, when, how long, what it costs. */
export const nextSteps = {
  title: 'What happens next',
  /** Instead of the first step, when it has happened. */
  arrived: 'Your request has arrived with us.',
  steps: [
    { title: 'Your request arrives with us.', detail: '' },
    { title: 'We contact you shortly.', detail: '' },
    { title: 'We talk about your data.', detail: '' },
  ],
} as const;

export const errorScreen = {
  title: 'Unexpected Application Error!',
  request: 'Request',
  help: 'Is something missing or broken? Write to us:',
} as const;
