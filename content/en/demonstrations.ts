/** What the landing page lets a visitor try out: it shows how something works, and states no result. */

/** The record and its seal in Security. */
export const alteredFigure = {
  title: 'Alter one figure',
  lede: 'The lines of the seal are drawn from its record. Change one digit, and it is another seal.',
  mark: 'Demonstration with a sample record',
  rows: [
    { name: 'Driver', value: 'Production' },
    { name: 'Record', value: 'Batch report, oven 2' },
  ],
  figure: { name: 'Loaves', value: '820' },
  less: { sign: '−', name: 'One less' },
  more: { sign: '+', name: 'One more' },
  restore: 'Restore',
  filed: 'Seal on file',
  now: 'Seal now',
  intact: 'The seal matches its record.',
  broken: 'The seal no longer matches: the record was altered.',
} as const;
