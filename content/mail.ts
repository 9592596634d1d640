/**
 * The mail that notifies the provider of a booking. What stands in braces is filled in.
 * It goes to the provider, never to the visitor.
 */
export const mail = {
  subject: 'Call request from {name}, {company_name}',
  heading: 'Somebody asks to be called',
  labels: {
    name: 'Name',
    company_name: 'Company',
    email: 'Email',
    created_at: 'Asked at',
    id: 'Booking',
  },
  /** After the time. */
  zone: 'UTC',
  reply: 'Reply to this mail to write to them.',
  /** When some were set aside as spam. */
  quarantined: {
    one: 'One request that looks like spam waits and was not mailed: ./lodemark list --quarantined',
    many: '{count} requests that look like spam wait and were not mailed: ./lodemark list --quarantined',
  },
  sent: 'Sent by {brand}. The same mail can come twice; the booking’s number shows it.',
  test: {
    subject: 'Test from {brand}',
    heading: 'This is a test',
    text: 'Mail from {brand} reaches you. Calls that visitors ask for will arrive like this.',
  },
} as const;
