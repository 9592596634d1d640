/** The draft of an answer to a request, which the provider opens in the inbox. */
export const reply = {
  subject: 'Your request to {brand}',
  greeting: 'Dear {name},',
  body: 'thank you for your request.',
} as const;
