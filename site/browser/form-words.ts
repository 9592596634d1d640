import {
  type Booking,
  type BookingField,
  bookingFields,
  bookingOf,
} from '../../booking/booking.ts';
import { honeypotField } from '../../booking/spam.ts';
import { differences } from './unsent.ts';

/** The words in the form's fields, trimmed. */
export function typedBooking(form: HTMLFormElement): Booking {
  return bookingOf((field) => input(form, field)?.value.trim() ?? '');
}

/** What a program has written into the field that no person sees. */
export function trapped(form: HTMLFormElement): string {
  return input(form, honeypotField)?.value ?? '';
}

/** Empties the fields where they hold these words and no others. */
export function clearWords(form: HTMLFormElement, booking: Booking): void {
  if (differences(typedBooking(form), booking) > 0) return;
  // So that the browser does not mark the empty fields as wrong (`:user-invalid`).
  form.reset();
  for (const field of bookingFields) {
    const found = input(form, field);
    if (found) found.value = '';
  }
}

/** When submit was pressed (milliseconds of `performance.now`): the bootstrap may have held it. */
export function pressedAt(form: HTMLFormElement): number {
  const box = form.closest<HTMLElement>('[data-pressed]');
  const pressed = Number(box?.dataset.pressed ?? performance.now());
  delete box?.dataset.pressed;
  return pressed;
}

/** Also one that is disabled, which FormData leaves out. */
function input(form: HTMLFormElement, field: BookingField | typeof honeypotField) {
  return form.querySelector<HTMLInputElement>(`[name=${field}]`);
}
