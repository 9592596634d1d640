/**
 * One sample record for each driver, in the order of `architecture.drivers.names` in landing.ts. All are invented
 * and marked as samples. `shares` has one value for each part of `architecture.processing.parts`.
 */
export const records = {
  invitation: 'Choose a driver to follow its record.',
  /** Shown below the record's name. */
  mark: 'Sample record',
  /** Announced by screen readers. */
  announcement:
    'Sample record from {driver}: {record}. It went into the {erp} and was split into {shares} for the token.',
  samples: [
    {
      record: 'Invoice line, 240\u00A0kg flour',
      shares: ['$218.40', '240\u00A0kg', 'Sales ledger'],
    },
    { record: 'Order line, 36\u00A0oak tables', shares: ['$14,220', '36 tables', 'Web shop'] },
    { record: 'Stock count, 1,150\u00A0jars', shares: ['$2,875', '1,150 jars', 'Shelf C4'] },
    { record: 'Batch report, 820\u00A0loaves', shares: ['$984', '820 loaves', 'Oven 2'] },
    { record: 'Delivery note, 14\u00A0pallets', shares: ['$630', '14 pallets', 'Route 7'] },
    { record: 'Test report, 60\u00A0castings', shares: ['$1,740', '60 castings', 'Lab book'] },
    { record: 'Meter reading, 1,320\u00A0kWh', shares: ['$343.20', '1,320\u00A0kWh', 'Meter 3'] },
    { record: 'Asset entry, 2\u00A0forklifts', shares: ['$38,400', '2 forklifts', 'Asset list'] },
    { record: 'Lease, 24\u00A0months', shares: ['$9,600', '24 months', 'Contract file'] },
    { record: 'Bank entry, 3\u00A0payments', shares: ['$4,185', '3 payments', 'Bank ledger'] },
    { record: 'Work order, 6\u00A0pump seals', shares: ['$414', '6 seals', 'Pump 5'] },
    { record: 'Market quote, 25\u00A0t wheat', shares: ['$5,650', '25\u00A0t', 'Exchange'] },
  ],
} as const;
