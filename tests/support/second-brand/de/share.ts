export const share = {
  button: 'Weitersagen',
  title: 'Diese Seite weitersagen',
  subject: 'Lesenswert:',
  copied: 'Kopiert',
  newWindow: 'öffnet ein neues Fenster',
  options: [
    { id: 'whatsapp', name: 'WhatsApp' },
    { id: 'email', name: 'E-Mail' },
    { id: 'linkedin', name: 'LinkedIn' },
    { id: 'instagram', name: 'Instagram' },
  ],
} as const;
