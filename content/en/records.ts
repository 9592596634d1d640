/**
 * One sample record of each driver, in the order of `architecture.drivers.names` in landing.ts. All are
 * invented, and marked once as a sample. `shares` has one value for each part of
 * `architecture.processing.parts`.
 */
export const records = {
  invitation: 'Choose a driver to follow its record.',
  /** Once, under the record's name. */
  mark: 'Sample record',
  /** For screen readers. */
  announcement:
    'Sample record from {driver}: {record}. It went into the {erp} and was split into {shares} for the token.',
  samples: [
    { record: 'Invoice line, 240 kg flour', shares: ['$218.40', '240 kg', 'Sales ledger'] },
    { record: 'Order line, 36 oak tables', shares: ['$14,220', '36 tables', 'Web shop'] },
    { record: 'Stock count, 1,150 jars', shares: ['$2,875', '1,150 jars', 'Shelf C4'] },
    { record: 'Batch report, 820 loaves', shares: ['$984', '820 loaves', 'Oven 2'] },
    { record: 'Delivery note, 14 pallets', shares: ['$630', '14 pallets', 'Route 7'] },
    { record: 'Test report, 60 castings', shares: ['$1,740', '60 castings', 'Lab book'] },
    { record: 'Meter reading, 1,320 kWh', shares: ['$343.20', '1,320 kWh', 'Meter 3'] },
    { record: 'Asset entry, 2 forklifts', shares: ['$38,400', '2 forklifts', 'Asset list'] },
    { record: 'Lease, 24 months', shares: ['$9,600', '24 months', 'Contract file'] },
    { record: 'Bank entry, 3 payments', shares: ['$4,185', '3 payments', 'Bank ledger'] },
    { record: 'Work order, 6 pump seals', shares: ['$414', '6 seals', 'Pump 5'] },
    { record: 'Market quote, 25 t wheat', shares: ['$5,650', '25 t', 'Exchange'] },
  ],
} as const;
