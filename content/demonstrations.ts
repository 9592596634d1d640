/** What the landing page lets a visitor try out: it shows how something works, and states no result. */

/** The dial in Revenue. */
export const sixtyDays = {
  turn: 'Turn the dial',
  day: 'Day {day} of 60',
  /** Each has a quarter of the dial. */
  steps: [
    { title: 'Data in', description: 'Your records come in through the drivers.' },
    { title: 'Audit', description: 'Figures can be traced to where they came from.' },
    { title: 'Recalculation', description: 'The token’s price is worked out anew.' },
    { title: 'New price', description: 'It may be higher or lower. The next cycle begins.' },
  ],
  note: 'The dial shows the order of the steps, not their length.',
} as const;
