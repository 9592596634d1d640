/**
 * The report of the last 90 days, in words and as a sheet of drawings: the inbox,
 * and the weekly mail to REPORT_EMAIL. What stands in braces is filled in; {duration} is that of
 * CONTACT_WITHIN, as '24 hours'.
 */
export const report = {
  title: 'The last 90 days',
  subject: '{brand}: the last 90 days, week of {week}',
  attached: 'The same as a sheet of drawings is attached. Neither holds a name or an address.',
  footer: 'Drawn {time}. Times and days are UTC. It holds no name and no address.',

  /** What each number is. */
  labels: {
    leads: 'Requests',
    busiest: 'Most on one day',
    contacted: 'Contacted',
    median: 'First contact, median',
    worst: 'First contact, longest',
    kept: 'Contacted within {duration}',
    open: 'Waiting for contact now',
    overdue: 'Longer than {duration}',
    oldest: 'The longest wait',
    quarantined: 'Looked like spam',
    mail: 'Mail',
    webhook: 'Webhook',
    chat: 'Chat',
  },
  share: '{share} ({part} of {whole})',
  onDay: '{count} ({day})',
  deliveries: '{done} delivered, {pending} waiting, {dead} given up',

  /** Above the drawings. */
  headings: {
    days: 'Requests a day',
    contact: 'Time to first contact',
    open: 'Waiting now, by age',
    quarantined: 'What looked like spam',
    deliveries: 'Deliveries to you',
  },
  /** The bars of the times, in this order. */
  contactTimes: [
    'under 1 hour',
    '1 to 4 hours',
    '4 to 8 hours',
    '8 to 24 hours',
    '1 to 3 days',
    '3 to 7 days',
    'over 7 days',
  ],
  ages: ['under 1 day', '1 to 3 days', '3 to 7 days', '7 to 30 days', 'over 30 days'],
  legend: {
    spam: 'hatched: looked like spam',
    late: 'hatched: longer than {duration}',
    undelivered: 'hatched: waiting, or given up',
  },
  /** In the place of a drawing. */
  nothing: 'Nothing to draw.',
};
