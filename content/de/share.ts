/** The texts of the share menu. The options' order is the menu's order. */
export const share = {
  button: 'Teilen',
  title: 'Diese Seite teilen',
  /** The mail's subject: this, a space, the brand. */
  subject: 'Lesenswert:',
  /** On the button, for three seconds. */
  copied: 'Kopiert',
  newWindow: 'öffnet ein neues Fenster',
  options: [
    { id: 'email', name: 'E-Mail' },
    { id: 'whatsapp', name: 'WhatsApp' },
    { id: 'sms', name: 'SMS' },
    { id: 'instagram', name: 'Instagram' },
    { id: 'twitter', name: 'Twitter' },
    { id: 'linkedin', name: 'LinkedIn' },
    { id: 'facebook', name: 'Facebook' },
    /** Where the device has a sheet of its own. */
    { id: 'device', name: 'Andere Apps' },
    { id: 'link', name: 'Link kopieren' },
  ],
} as const;
