/** The draft of a reply, which the provider opens from the inbox. */
export const reply = {
  subject: 'Your request to {brand}',
  greeting: 'Dear {name},',
  body: 'thank you for your request.',
} as const;
