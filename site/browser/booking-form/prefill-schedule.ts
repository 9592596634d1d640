import type { Booking } from '../../../booking/booking.ts';

/** Gives the link in the thanks, where a time is chosen, the visitor's name and address. */
export function prefillSchedule({ name, email }: Booking): void {
  const link = document.querySelector<HTMLAnchorElement>('#booked .schedule-link[data-prefill]');
  if (!link) return;
  const url = new URL(link.href);
  url.searchParams.set('name', name);
  url.searchParams.set('email', email);
  link.href = url.href;
}
