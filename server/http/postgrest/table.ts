import { type BookingField, bookingFields } from '../../../booking/booking.ts';

/** The one table that the data interface shows. */
export const table = 'booking_requests';

/** Columns that exist and that a visitor may not set. */
const guardedColumns: readonly string[] = [
  'id',
  'created_at',
  'request_id',
  'spam_signals',
  'accepted_at',
];

export function isColumn(name: string): boolean {
  return guardedColumns.includes(name) || bookingFields.some((field) => field === name);
}

export function isGuarded(name: string): boolean {
  return guardedColumns.includes(name);
}

/** Postgres names a column's check so. */
export function checkName(field: BookingField): string {
  return `${table}_${field}_check`;
}
