import { bookingFields } from '../../booking/booking.ts';
import { unsentNote } from '../../content/messages.ts';
import type { Unsent } from '../browser/unsent.ts';

interface UnsentNoteProps {
  bookings: readonly Unsent[];
  /** Whether the page sends them without being asked. */
  byItself: boolean;
  /** The key of the one that is being sent by itself. */
  sending: string | undefined;
  /** While anything is being sent none can be sent again or thrown away. The buttons keep the focus. */
  disabled: boolean;
  onSend: (unsent: Unsent) => void;
  onDiscard: (unsent: Unsent) => void;
}

/** The bookings that the device keeps, each with what the visitor can do about it. */
export function UnsentNote({ bookings, byItself, ...actions }: UnsentNoteProps) {
  const count = countOf(bookings);
  return (
    <section className="unsent" aria-labelledby="unsent">
      <h2 id="unsent">{unsentNote.title}</h2>
      <p>
        {unsentNote.kept[count]} {byItself && unsentNote.byItself[count]}
      </p>
      <ul>
        {bookings.map((unsent) => (
          <UnsentBooking key={unsent.key} unsent={unsent} {...actions} />
        ))}
      </ul>
    </section>
  );
}

/** Which of the words about them fits. */
export function countOf({ length }: readonly Unsent[]): 'one' | 'several' {
  return length === 1 ? 'one' : 'several';
}

interface UnsentBookingProps extends Omit<UnsentNoteProps, 'bookings' | 'byItself'> {
  unsent: Unsent;
}

function UnsentBooking({ unsent, sending, disabled, onSend, onDiscard }: UnsentBookingProps) {
  const words = `unsent-${unsent.key}`;
  return (
    <li>
      <p id={words} className="unsent-words">
        {bookingFields.map((field) => (
          <span key={field}>{`${unsent.booking[field]} `}</span>
        ))}
      </p>
      <button
        type="button"
        className="button back"
        aria-describedby={words}
        aria-disabled={disabled}
        onClick={() => disabled || onSend(unsent)}
      >
        {sending === unsent.key ? unsentNote.sending : unsentNote.again}
      </button>
      <button
        type="button"
        className="plain-action"
        aria-describedby={words}
        aria-disabled={disabled}
        onClick={() => disabled || onDiscard(unsent)}
      >
        {unsentNote.discard}
      </button>
    </li>
  );
}
