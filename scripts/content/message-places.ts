import { bookingFields } from '../../booking/booking.ts';
import type { Row } from './places.ts';

/** The places of content/messages.ts. */
export const messageRows: Row[] = [
  ['controls.skip', 'the link to the content', 40, 28],
  ['controls.home', 'the word for the home page', 30, 30],
  ['controls.menu', 'the menu button', 6, 6],
  ['controls.sections', 'the name of the navigation', 40, 40],
  ['controls.close', 'the word for closing', 30, 30],
  ['controls.backToHome', 'the way back', 27, 27],
  ['bookingForm.title', 'the title of the form', 25, 11],
  ['bookingForm.lede', 'the text above the form', 220, 29],
  ...labelRows('bookingForm', 28),
  ['bookingForm.leaveEmpty', 'the label of the field to leave empty', 60, 28],
  ['bookingForm.submit', 'the button of the form', 26, 26],
  ['bookingForm.submitting', 'the button while it sends', 26, 26],
  ['bookingForm.failed', 'the message of a failure', 160, 24],
  ['bookingForm.length', 'the rule for the length', 120, 30, ['max']],
  ['bookingForm.withoutScript', 'the message without a script', 160, 24],
  ['bookingForm.slow', 'the message when sending takes long', 160, 24],
  ['bookingForm.offline', 'the note below the failure when offline', 160, 24],
  ['alerts.booked', 'the thanks', 200, 17],
  ['alerts.copied', 'the message after copying', 200, 17],
  ['alerts.copyByHand', 'the message where copying fails', 200, 17],
  ['errorScreen.title', 'the title of the error screen', 46, 15],
  ['errorScreen.request', 'the word for the request', 30, 30],
  ['errorScreen.help', 'the help on the error screen', 160, 24],
];

/** The labels of a booking's fields. */
export function labelRows(path: string, letters: number): Row[] {
  return bookingFields.map((field) => [
    `${path}.labels.${field}`,
    `the label of the field ‘${field}’`,
    letters,
    letters,
  ]);
}
