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
  /** Said when sending takes long. */
  slow: 'This takes longer than usual. We are still trying.',
  failed: 'Failed to submit form. Please try again later.',
  /** Below the failure where the browser has no network. */
  offline: 'You are offline. Your entries stay in the form until you close this page.',
  /** What a field may hold, beside what its type says. */
  length: 'At most {max} characters, and not only spaces',
  withoutScript: 'This form needs a script to reach us. Please write to us instead:',
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
