export const reply = {
  subject: 'Ihre Anfrage an {brand}',
  greeting: 'Guten Tag {name},',
  body: 'vielen Dank für Ihre Anfrage.',
} as const;
