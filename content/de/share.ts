export const share = {
  button: 'Teilen',
  title: 'Diese Seite teilen',
  subject: 'Lesenswert:',
  newWindow: 'öffnet ein neues Fenster',
  options: [
    { id: 'email', name: 'E-Mail' },
    { id: 'whatsapp', name: 'WhatsApp' },
    { id: 'sms', name: 'SMS' },
    { id: 'instagram', name: 'Instagram' },
    { id: 'twitter', name: 'Twitter' },
    { id: 'linkedin', name: 'LinkedIn' },
    { id: 'facebook', name: 'Facebook' },
  ],
} as const;
