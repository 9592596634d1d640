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
